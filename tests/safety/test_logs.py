"""Nothing that should stay secret gets into the log of a real site, whatever happens and however much is logged."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import httpx
import pytest

from tests.support.live import StartSite

PASSWORD, WRONG = "Correct-horse-77", "Wrong-horse-78"
MAKE = """
from parlor.accounts.models import User
from parlor.notifications.models import NoticeSettings, PushSubscription, Webhook
ann = User.objects.get(username="Ann")
hook = Webhook.objects.create(user=ann, flavour="generic", url="https://hooks.invalid/h00k-path-5150", secret="h00k-s3cret-5151")
push = PushSubscription.objects.create(user=ann, endpoint="https://push.invalid/p0sh-path-5152", p256dh="BPk" * 20, auth="p0shAuth5153")
print("MADE", hook.pk, push.pk, NoticeSettings.objects.get_or_create(user=ann)[0].feed)
"""


@pytest.mark.long
def test_the_log_holds_no_secret(start_site: StartSite) -> None:
    site = start_site(
        LOG_LEVEL="DEBUG", NOTICE_GRACE="0", EMAIL_URL="smtp://mailer:ma1l-s3cret-5154@127.0.0.1:9", BOT_PAUSE="0"
    )
    api = httpx.Client(base_url=site.url, timeout=60)
    account = {"username": "Ann", "email": "ann@example.org", "password": PASSWORD}
    assert api.post("/api/accounts/", json=account).status_code == 201
    assert api.post("/api/token/", json={"username": "Ann", "password": WRONG}).status_code == 401
    token = api.post("/api/token/", json=account).json()["token"]
    browser = site.client()
    browser.get("/accounts/login/")
    form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"], "login": "Ann"}
    assert browser.post("/accounts/login/", data={**form, "password": WRONG}).status_code == 200
    assert browser.post("/accounts/login/", data={**form, "password": PASSWORD}).status_code == 302
    hook, push, feed = site.manage("shell", "-c", MAKE).partition("MADE ")[2].split()
    signed = {"X-CSRFToken": browser.cookies["csrftoken"]}
    for address in (f"hook/{hook}", f"push/{push}", "mail"):
        browser.post(f"/notifications/{address}/test/", headers=signed)
    for path in (f"/notifications/feed/{feed}.ics", f"/notifications/feed/{feed}.rss", f"/nowhere/?token={token}"):
        browser.get(path)
    api.headers["Authorization"] = f"Token {token}"
    table = api.post("/api/tables/", json={"game": "no-thanks", "seats": 3}).json()["id"]
    for _n in range(2):
        api.post(f"/api/tables/{table}/add-bot/")
    assert api.post(f"/api/tables/{table}/start/").status_code == 200
    api.post(f"/api/tables/{table}/moves/", json={"id": "a", "version": 0, "move": {"kind": "Take"}})
    api.post("/api/accounts/", content=b'{"username": "Zed", "password": "' + WRONG.encode())
    seed = rows(site.data, "SELECT seed FROM tables_table")[0][0]
    secrets: dict[str, Any] = {
        "password": PASSWORD, "wrong password": WRONG, "token": token, "feed": feed,
        "session": browser.cookies["sessionid"], "sign": browser.cookies["csrftoken"],
        "webhook": "h00k-path-5150", "webhook's secret": "h00k-s3cret-5151", "push": "p0sh-path-5152",
        "push's key": "p0shAuth5153", "mail server": "ma1l-s3cret-5154", "seed": bytes(seed).hex(),
    }  # fmt: skip
    assert site.stop() == 0
    log = site.output
    assert "could not be sent" in log or "cannot be sent" in log, "the mail server was not away"
    assert [name for name, secret in secrets.items() if secret in log] == []
    assert json.dumps(secrets["seed"]) not in log


def rows(folder: Any, query: str) -> list[Any]:
    connection = sqlite3.connect(folder / "parlor.sqlite3")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()
