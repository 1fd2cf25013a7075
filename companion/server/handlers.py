"""Turn every exception of a request into one sentence in the asker's language.

Programs get `{"code": ..., "message": ...}`; a person who opens an address in a browser gets a page.
"""

import logging
from collections.abc import Callable, Mapping

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.rules import Refusal
from companion.server.faults import Fault, sentence
from companion.table import JournalError, LobbyError, StaleVersion
from companion.words import Words

_LOG = logging.getLogger(__name__)

_CODES = {404: "not-found", 405: "wrong-method", 413: "too-large"}
"""Faults that Flask finds by itself, and the codes they get."""


def install(app: Flask, language: Callable[[], Words]) -> None:
    """Answer every fault of the app with its sentence.

    language: gives the words of whoever sent the current request.
    """

    def answer(status: int, family: str, code: str, details: Mapping[str, object]) -> tuple[Response, int]:
        words = language()
        message = sentence(words, family, code, details)
        if "text/html" in request.accept_mimetypes.values():  # scripts on our own pages take anything
            page = render_template("fault.html", message=message, t=words.html, words=words)
            return make_response(page), status
        return jsonify(code=code, message=message), status

    @app.errorhandler(Fault)
    def fault(error: Fault) -> tuple[Response, int]:
        return answer(error.status, "fault", error.code, error.details)

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> tuple[Response, int]:
        return answer(409, "refusal", error.code, error.details)

    @app.errorhandler(StaleVersion)
    def stale(error: StaleVersion) -> tuple[Response, int]:
        return answer(412, "fault", "stale", {})

    @app.errorhandler(LobbyError)
    def lobby(error: LobbyError) -> tuple[Response, int]:
        return answer(409, "lobby", error.code, error.details)

    @app.errorhandler(JournalError)
    def unwritten(error: JournalError) -> tuple[Response, int]:
        _LOG.error("%s", error)
        return answer(503, "fault", "journal", {})

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response, int] | HTTPException:
        status = error.code or 500
        if status < 400:
            return error  # a redirect is no fault
        return answer(status, "fault", _CODES.get(status, "bad-request"), {})

    @app.errorhandler(Exception)
    def internal(error: Exception) -> tuple[Response, int]:
        _LOG.error("A request failed", exc_info=error)
        return answer(500, "fault", "internal", {})
