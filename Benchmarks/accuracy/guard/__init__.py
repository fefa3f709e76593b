"""What `all` and `real` share: the sets, their tracks, the program under test, its measures and the baseline."""
