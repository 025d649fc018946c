"""Tables from waiting to finished: seats, moves, snapshots."""
