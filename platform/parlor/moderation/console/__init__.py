"""The admins' pages, one module for each thing they look after."""
