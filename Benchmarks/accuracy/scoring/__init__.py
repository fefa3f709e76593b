"""Counted visits against labelled stays: see `score-visits`."""
