"""A radio between browser and server: it can go silent without closing anything, as a phone's does."""

import socket
import threading
from contextlib import suppress


class Relay:
    """Carries TCP to a port of this machine.

    port: where browsers reach it.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._silent: set[socket.socket] = set()
        self._open: set[socket.socket] = set()
        self._shadow = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on every open connection stays open and carries nothing; new ones are fine."""
        self._silent |= self._open

    def shadow(self, yes: bool) -> None:
        """Out of reach new connections, too, carry nothing; in reach again, those that are made then do."""
        if yes:
            self._shadow.set()
            self.swallow()
        else:
            self._shadow.clear()

    def cut(self) -> None:
        """Tear every open connection."""
        for near in list(self._open):
            with suppress(OSError):
                near.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take no more connections."""
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open.add(near)
                if self._shadow.is_set():
                    self._silent.add(near)
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink, near), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if near not in self._silent:
                    sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
