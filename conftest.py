"""Every test runs apart from the site of this checkout: own data folder, no database or Redis of the environment."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

FROM_OUTSIDE = (
    "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL", "DEBUG", "EMAIL_URL", "HOST", "HTTPS", "PORT", "REDIS_URL",
    "SECRET_KEY", "TRUSTED_PROXIES",
)  # fmt: skip
BY_XDIST = "PYTEST_XDIST_WORKER" in os.environ

for _name in FROM_OUTSIDE:
    os.environ.pop(_name, None)
if not BY_XDIST:
    os.environ["PARLOR_DATA"] = tempfile.mkdtemp(prefix="parlor-tests-")

pytest_plugins = ["tests.support.services", "tests.support.live", "tests.support.browser"]


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from hypothesis import HealthCheck
    from hypothesis import settings as hypothesis_settings

    # A busy machine is no failure.
    hypothesis_settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    hypothesis_settings.load_profile("shared")

    # Slow hashing protects people, not tests.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # The settings were read before this file: two runs at a time would share one database in `var/`.
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        settings.DATABASES["default"]["TEST"]["NAME"] = Path(os.environ["PARLOR_DATA"]) / "test.sqlite3"


@pytest.fixture(autouse=True)
def no_language_is_left_over() -> Iterator[None]:
    """A request leaves its language with the thread, and a test shall not read it."""
    yield
    from django.utils import translation

    translation.deactivate()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not BY_XDIST:
        shutil.rmtree(os.environ["PARLOR_DATA"], ignore_errors=True)
