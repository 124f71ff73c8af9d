"""Right solvers in many styles of writing, each in every variant of pruning; README.md says more."""
