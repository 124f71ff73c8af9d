"""Cases and suites: the frozen model and its reader."""
