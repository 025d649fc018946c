"""Letter Tycoon by Brad Brooks (Breaking Games and Squirmy Beast, 2015)."""
