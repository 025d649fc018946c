"""Messages: what is read, what is refused as malformed, and that both ends speak the same."""

import pytest

from parlor.play import messages
from parlor.play.messages import Bad, read, read_reply, write


def test_requests_are_read() -> None:
    assert read('{"type":"move","id":"a","version":3,"move":{"kind":"Take"}}') == messages.MakeMove(
        "a", 3, {"kind": "Take"}
    )
    assert read('{"type":"undo","id":"a","version":0}') == messages.TakeBack("a", 0)
    assert read('{"type":"withdraw","id":"a","version":2}') == messages.Withdraw("a", 2)
    assert read('{"type":"chat","id":"a","text":"hello"}') == messages.Say("a", "hello")
    assert read('{"type":"mute","id":"a","name":"Ben","on":true}') == messages.Mute("a", "Ben", True)
    assert read('{"type":"sync"}') == messages.Sync()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "{}",
        '{"type":"dance","id":"a"}',
        '{"type":"move","id":"a"}',
        '{"type":"move","id":"","version":0,"move":{}}',
        '{"type":"move","id":7,"version":0,"move":{}}',
        '{"type":"move","id":"a","version":"0","move":{}}',
        '{"type":"move","id":"a","version":true,"move":{}}',
        '{"type":"move","id":"a","version":-1,"move":{}}',
        '{"type":"move","id":"a","version":1e999,"move":{}}',
        '{"type":"move","id":"a","version":' + "9" * 400 + ',"move":{}}',
        '{"type":"move","id":"a","version":0,"move":[]}',
        '{"type":"move","id":"a","version":0,"move":{},"seat":2}',
        '{"type":"move","id":"' + "x" * 65 + '","version":0,"move":{}}',
        '{"type":"chat","id":"a","text":"' + "x" * 501 + '"}',
        '{"type":"move","id":"a","version":0,"move":{"kind":' + "[" * 5000 + "]" * 5000 + "}}",
        "[" * 16000,
        '"\\ud800"',
    ],
)
def test_anything_else_is_malformed(text: str) -> None:
    with pytest.raises(Bad) as bad:
        read(text)
    assert str(bad.value)


def test_a_malformed_message_is_answered_under_its_id() -> None:
    with pytest.raises(Bad) as bad:
        read('{"type":"dance","id":"a"}')
    assert bad.value.id == "a"
    with pytest.raises(Bad) as bad:
        read('{"type":"dance","id":["a"]}')
    assert bad.value.id is None


def test_replies_are_read_as_they_were_written() -> None:
    for reply in (
        messages.Accepted("a", 3),
        messages.Refused(None, "bad", "No."),
        messages.Heartbeat(4),
        messages.Presence([0, 2], 1),
        messages.Chat([messages.ChatLine(1, "2026-01-01T00:00:00+00:00", None, "Ann", "<b>")]),
        messages.Update(3, "running", [1], changed={"pot": 2}, log=[messages.LogEntry(1, ["x"], 3)]),
    ):
        assert read_reply(write(reply)) == reply
