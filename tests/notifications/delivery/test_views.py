"""What a browser is served for push and for putting the site on a home screen."""

from pathlib import Path
from struct import unpack

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from parlor.notifications.delivery import vapid


def test_the_worker_may_serve_the_whole_site_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert not answer.cookies
    source = answer.content.decode()
    assert source.startswith('const PICTURES = "/static/')
    assert "caches" not in source and '"fetch"' not in source
    assert client.post("/sw.js").status_code == 405


def test_the_key_comes_with_a_token_that_posts(client: Client) -> None:
    answer = client.get("/notifications/push/key/")
    assert answer.json()["key"] == vapid.application_server_key()
    assert answer.json()["token"] and "csrftoken" in answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer


def test_the_site_can_be_put_on_a_home_screen(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["start_url"] == told["scope"] == "/" and told["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in told["icons"])
    for icon in told["icons"]:
        name = "parlor/" + icon["src"].split("/parlor/")[1]
        path = finders.find(name)
        assert isinstance(path, str), name
        if icon["type"] == "image/png":
            with Path(path).open("rb") as file:
                width, height = unpack(">II", file.read(24)[16:])
            assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.django_db
def test_every_page_names_the_manifest(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert 'rel="apple-touch-icon"' in page
