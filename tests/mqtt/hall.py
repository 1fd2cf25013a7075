"""The hall's page on a free port, with its ear at a broker."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.hall.app import create_hall
from companion.hall.listening import listen_to
from companion.hall.tables import Tables
from companion.mqtt.broker import Broker
from companion.server.serving import Server, listen


@contextmanager
def hall(broker: Broker, tables: Tables | None = None) -> Iterator[str]:
    """Serve it; gives its address."""
    tables = tables or Tables()
    client = listen_to(broker, tables)
    client.start()
    server = Server(create_hall(tables), listen(0, "127.0.0.1"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://localhost:{server.port}"
    finally:
        server.close()
        client.close()
        thread.join(timeout=10)
        assert not thread.is_alive(), "the server did not stop"
