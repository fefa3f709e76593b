"""The parts of `fit-confidence`: its samples, the model that is fitted to them, and what is reported of both."""
