"""Find out what a wrong submission did: the variant it follows, the first node that differs."""
