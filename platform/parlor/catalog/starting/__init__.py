"""What `manage.py startgame` makes new games from: three small ones, complete, and checked like all other code."""
