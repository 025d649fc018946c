"""How the site is looked after: the console of its admins, reports, notices, and the record of what admins did."""
