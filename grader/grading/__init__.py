"""From cases and outcomes to points and words."""
