"""What holds for every page: the strict policy, nothing inline, and no form that could be forged."""

import re
from html.parser import HTMLParser
from typing import Any

INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
POLICY = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
)  # fmt: skip


class _Forms(HTMLParser):
    """Collects the addresses of forms that post, and those among them that carry a sign against forgery."""

    def __init__(self) -> None:
        super().__init__()
        self.posting: list[str] = []
        self.signed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and (given.get("method") or "").lower() == "post":
            self.posting.append(given.get("action") or "")
        if tag == "input" and given.get("name") == "csrfmiddlewaretoken":
            self.signed.append(self.posting[-1])


def sound(answer: Any, status: int = 200) -> str:
    """The text of the page, which keeps to the rules of the house."""
    assert answer.status_code == status, answer.content[:500]
    page: str = answer.content.decode()
    assert not INLINE.search(page), INLINE.search(page)
    policy = answer["Content-Security-Policy"]
    assert all(part in policy for part in POLICY) and "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["Referrer-Policy"] == "same-origin"
    assert forms(page) == signed(page)
    return page


def forms(page: str) -> list[str]:
    """The addresses that forms of the page post to, in order."""
    found = _Forms()
    found.feed(page)
    return found.posting


def signed(page: str) -> list[str]:
    """Those of them that carry a sign against forgery."""
    found = _Forms()
    found.feed(page)
    return found.signed
