"""No Thanks! by Thorsten Gimmler (AMIGO, 2004)."""
