"""Seeded tracks of made-up members with their true stays: see `make-labelled-tracks`."""
