"""What every page knows about the house."""

from django.conf import settings
from django.http import HttpRequest


def house(request: HttpRequest) -> dict[str, str]:
    return {"source_url": settings.SOURCE_URL}
