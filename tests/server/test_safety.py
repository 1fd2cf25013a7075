"""Who gets in, and what a hostile page in the same network may not do (WEB.md, Safety)."""

import gzip
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.server.app import create_app
from companion.table import Journal, Table
from tests.server.evening import KEY, PI, Evening
from tests.server.test_api import says


@pytest.mark.parametrize("path", ["/", "/kiosk", "/virtual", "/host", "/seat/code", "/healthz", "/api/view"])
def test_every_answer_is_hardened(evening: Evening, path: str) -> None:
    headers = evening.client().get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == ("same-origin" if path == "/host" else "no-referrer")
    assert headers["Cache-Control"] == "no-store"
    assert not any(name.startswith("Access-Control") for name, _ in headers)


@pytest.mark.parametrize("path", ["/", "/kiosk", "/virtual", "/host", "/seat/code"])
def test_no_page_has_anything_inline_or_from_elsewhere(evening: Evening, path: str) -> None:
    evening.deal()
    for client in (evening.client(seat="Ann"), evening.host()):
        html = client.get(path).text
        assert " style=" not in html and "<style" not in html and " onclick=" not in html
        ours = re.findall(r'<script (?:type="module" )?src="/static/[a-z]+\.js"></script>', html)
        assert html.count("<script") == len(ours)
        assert "//" not in html.replace(f"http://{PI}", "").replace('xmlns="http://www.w3.org/2000/svg"', "")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "192.168.1.99", "", "a b"])
def test_an_unknown_host_header_is_refused(evening: Evening, host: str) -> None:
    named = {"Host": host}
    says(evening.client().get("/api/view", headers=named), 400, "unknown-host")
    sent = {"name": "Eve", "suspect": "plum"}
    says(evening.client().post("/api/seats", json=sent, headers=named), 400, "unknown-host")


def test_known_hosts_are_those_of_the_machine(evening: Evening) -> None:
    for host in (PI, f"{PI}:8000", "localhost:8000", "127.0.0.1:8000"):
        assert evening.client().get("/api/view", headers={"Host": host}).status_code == 200, host


def test_a_machine_may_get_another_address_meanwhile(tmp_path: Path) -> None:
    """A Pi starts before its network does, and phones must get in all the same."""
    mine: list[str] = []
    table = Table(Journal.open(tmp_path))
    table.open_lobby("classic")
    app = create_app(table, host_key=KEY, address=lambda: f"http://{mine[0]}:8000/", hosts=lambda: mine)
    named = {"Host": "10.42.0.1:8000"}
    assert app.test_client().get("/healthz", headers=named).status_code == 400
    mine.append("10.42.0.1")
    assert app.test_client().get("/healthz", headers=named).status_code == 200
    assert "10.42.0.1:8000" in app.test_client().get("/kiosk", headers=named).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": f"http://{PI}:9000"}, 403),  # another port counts as the same site
        ({"Origin": "null"}, 403),
        ({"Origin": f"http://{PI}:8000"}, 200),
        ({}, 200),  # a program, not a browser
    ],
)
def test_a_post_from_a_foreign_page_is_refused(
    evening: Evening, headers: Mapping[str, str], status: int
) -> None:
    evening.deal()
    sent = {"act": "roll", "version": evening.table.version}
    response = evening.client(seat="Ann").post("/api/act", json=sent, headers=headers)
    assert response.status_code == status
    if status == 403:
        says(response, 403, "foreign-page")


def test_the_host_is_who_sits_at_the_machine(evening: Evening) -> None:
    for peer, allowed in (("127.0.0.1", True), ("::1", True), (PI, False), ("10.0.0.3", False)):
        response = evening.client(at=peer).post("/api/start")
        assert (response.status_code != 403) is allowed, peer


def test_the_public_page_shows_no_secret(evening: Evening) -> None:
    evening.deal()
    html = evening.host().get("/kiosk").text
    assert evening.tokens["Ann"] not in html and "brass-lamp" not in html
    assert "panel-hand" not in html


def test_pages_are_packed_for_who_can_unpack_them(evening: Evening) -> None:
    evening.deal()
    plain = evening.client(seat="Ann").get("/")
    packed = evening.client(seat="Ann").get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert len(packed.data) < len(plain.data) / 3
    assert gzip.decompress(packed.data) == plain.data
