"""Fills a site with people and running tables, as its own code does it: `python -m tests.bench.filling TABLES`.

Runs in the environment of the site. Prints one line of JSON: the tables with the tokens of their seats, and the
seconds, also of processor time, that creating, filling and starting them took.
"""

import json
import os
import secrets
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")

SEATS = 4


def main() -> None:
    import django

    django.setup()
    from rest_framework.authtoken.models import Token

    from parlor.accounts.models import User
    from parlor.tables import service

    count = int(sys.argv[1])
    mark = secrets.token_hex(3)
    User.objects.bulk_create(User(username=f"p{mark}{n}", password="!") for n in range(SEATS * count))
    people = list(User.objects.filter(username__startswith=f"p{mark}").order_by("pk"))
    tokens = Token.objects.bulk_create(Token(user=user, key=secrets.token_hex(20)) for user in people)
    keys = {token.user_id: token.key for token in tokens}
    tables = []
    began, cpu = time.perf_counter(), time.process_time()
    for n in range(count):
        company = people[SEATS * n : SEATS * (n + 1)]
        table = service.create(company[0], game="no-thanks", seats=SEATS, options={"rounds": 4})
        for user in company[1:]:
            service.join(table.pk, user)
        service.start(table.pk, company[0])
        tables.append({"id": table.pk, "tokens": [keys[user.pk] for user in company]})
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(json.dumps({"tables": tables, "seconds": seconds, "cpu": cpu}))


if __name__ == "__main__":
    main()
