"""A client in a process of its own, to be held with SIGSTOP: `python -m tests.faults.clients ADDRESS ORIGIN`."""

import sys

from websockets.sync.client import connect


def main() -> None:
    with connect(sys.argv[1], origin=sys.argv[2]) as socket:  # type: ignore[arg-type]
        socket.recv()
        print("open", flush=True)
        for _frame in socket:
            pass


if __name__ == "__main__":
    main()
