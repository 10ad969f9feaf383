"""The command `tablier admin`: what the operator of a server does."""
