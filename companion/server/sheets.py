"""Style sheets, one a concept, told in one piece: a phone on a slow radio pays for each request."""

import re
from pathlib import Path

from flask import Blueprint, Response, request

from companion.server.faults import Fault

_NAME = re.compile(r"[a-z]+")


def blueprint(folder: Path) -> Blueprint:
    """The path `/style/NAMES.css`: the sheets of a folder that are named, `+` between them, in that order."""
    sheets = Blueprint("sheets", __name__)

    @sheets.get("/style/<names>.css")
    def style(names: str) -> Response:
        paths = [folder / f"{name}.css" for name in names.split("+") if _NAME.fullmatch(name)]
        if len(paths) != names.count("+") + 1 or not all(path.is_file() for path in paths):
            raise Fault(404, "not-found")
        text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
        response = Response(text, mimetype="text/css")
        response.add_etag()
        return response.make_conditional(request)  # type: ignore[return-value]  # it gives the response itself

    return sheets
