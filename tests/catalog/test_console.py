"""The console's pages for data sets: a file is uploaded, told about, replaced and switched."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.letter_tycoon.game import GAME
from parlor.accounts.models import User
from parlor.catalog.installed_sets import InstalledSet
from parlor.catalog.registry import options_of

pytestmark = pytest.mark.django_db

LIST = "/admin/catalog/installedset/"


@pytest.fixture
def admin(client: Any) -> Any:
    client.force_login(User.objects.create_superuser("root"))
    return client


def upload(admin: Any, content: bytes = b"CAT\r\nqapik\r\nqi\r\n", **more: Any) -> Any:
    given = {
        "place": "letter-tycoon/words", "name": "own", "label": "Our own", "help": "", "enabled": "on", "expect": "",
        "file": SimpleUploadedFile("own.txt", content), **more,
    }  # fmt: skip
    return admin.post(f"{LIST}add/", given, follow=True)


def test_a_list_is_uploaded(admin: Any) -> None:
    assert "Letter Tycoon: Dictionaries" in admin.get(f"{LIST}add/").content.decode()
    page = upload(admin).content.decode()
    assert "2 in all." in page and "Left out: 1 entry of fewer than 3 letters." in page
    row = InstalledSet.objects.get()
    assert (row.game, row.family, row.name, row.total) == ("letter-tycoon", "words", "own", 2)
    assert options_of(GAME)[0].choices[-1].label == "Our own"
    page = admin.get(f"{LIST}{row.pk}/change/").content.decode()
    assert row.content_id in page and "3: 1" in page and "all: 2" in page


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"content": b"qi\n"}, "no word of 3 to 12 letters"),
        ({"expect": "csw2019"}, "This is not csw2019"),
        ({"name": "Own!"}, "Small letters, digits and hyphens"),
        ({"name": "american"}, "american is a set of the game itself"),
        ({"place": "letter-tycoon/maps"}, "Select a valid choice"),
        ({"file": ""}, "This field is required"),
    ],
)
def test_what_cannot_be_is_told_beside_the_field(admin: Any, more: dict[str, Any], why: str) -> None:
    answer = upload(admin, **more)
    assert answer.status_code == 200 and why in answer.content.decode()
    assert not InstalledSet.objects.exists()


def test_a_second_one_of_the_same_name_is_refused(admin: Any) -> None:
    upload(admin)
    assert "There is one of that name already" in upload(admin).content.decode()
    assert InstalledSet.objects.count() == 1


def test_a_list_is_switched_relabelled_and_replaced(admin: Any) -> None:
    upload(admin)
    row = InstalledSet.objects.get()
    admin.post(f"{LIST}{row.pk}/change/", {"label": "Ours", "help": "New.", "expect": ""})
    changed = InstalledSet.objects.get()
    assert (changed.label, changed.help, changed.enabled, changed.content_id) == ("Ours", "New.", False, row.content_id)
    file = SimpleUploadedFile("own.txt", b"dog\n")
    admin.post(f"{LIST}{row.pk}/change/", {"label": "Ours", "enabled": "on", "expect": "", "file": file})
    changed = InstalledSet.objects.get()
    assert (changed.total, changed.enabled, changed.name) == (1, True, "own") and changed.content_id != row.content_id


def test_a_list_is_switched_among_all_of_them(admin: Any) -> None:
    upload(admin)
    row = InstalledSet.objects.get()
    admin.post(LIST, {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": row.pk, "_save": "Save"})
    assert not InstalledSet.objects.get().enabled


def test_nothing_is_deleted_and_strangers_see_nothing(admin: Any, client: Any) -> None:
    upload(admin)
    row = InstalledSet.objects.get()
    assert admin.get(f"{LIST}{row.pk}/delete/").status_code == 403
    client.force_login(User.objects.create_user("ann"))
    assert client.get(LIST).status_code in (302, 403)
