"""What hypothesis makes up for a socket: JSON of any shape, and messages in which some things are right."""

from hypothesis import strategies as st

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30)
rubbish = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
kinds = st.sampled_from(
    [
        "move",
        "preview",
        "undo",
        "concede",
        "withdraw",
        "chat",
        "mute",
        "sync",
        "table",
        "Move",
        "",
        "heartbeat",
        None,
        3,
    ]
)
messages_made_up = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        "id": rubbish | st.text(min_size=1, max_size=70), "version": rubbish | st.integers(0, 40), "move": rubbish,
        "text": rubbish, "name": rubbish, "on": rubbish, "extra": rubbish,
    },
)  # fmt: skip
