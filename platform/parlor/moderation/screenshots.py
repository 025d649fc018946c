"""Pictures that come with reports: which are taken, and that nothing else is."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from parlor.moderation.errors import ModerationError

SIZE_MAX = 3 * 1024 * 1024
BEGINNINGS = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}


def picture(upload: UploadedFile[bytes]) -> tuple[str, bytes]:
    """What sort of picture it is, and its bytes. Raises ModerationError for what is too large or no picture.

    What counts is how the file begins, not what the browser says it is.
    """
    if (upload.size or 0) > SIZE_MAX:
        raise ModerationError(_("The picture may have at most {n} MB.").format(n=SIZE_MAX // 1024 // 1024))
    content: bytes = upload.read(SIZE_MAX + 1)
    for kind, beginning in BEGINNINGS.items():
        if content.startswith(beginning):
            return kind, content
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp", content
    raise ModerationError(_("The picture has to be a PNG, JPEG or WebP file."))
