"""An answered record as a row: the columns of `--format tsv`, read from EPD.

What a record does not say is None. A record that is solved says what is reached and not what was asked, so
`stipulation` is that, with the length found.
"""
import re

OPERATION = re.compile(r'([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^";\s]+))*)\s*;')
FIELDS = re.compile(rb"^(?:\xef\xbb\xbf)?\s*(\S+)\s+([wb])\s+(\S+)\s+(\S+)\s*(.*)$", re.S)
ERROR = re.compile(rb' ?\bError "([^"]*)";\s*$')


ID = re.compile(rb'(?:^|[;\s])id\s+(?:"([^"]*)"|([^";]*?))\s*(?:;|$)')


def written_id(line):
    """The `id` of a line that may be no record."""
    found = ID.search(line)
    return None if found is None else (found[1] if found[1] is not None else found[2]).decode(errors="replace")


def is_comment(line):
    text = line.removeprefix(b"\xef\xbb\xbf")
    return text[:1] in (b"%", b"#", b";") or not text.strip(b" \t\r\0")


def number(text):
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def moves(text):
    """A length: a whole or half number of moves."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def row(line):
    """The row of a line (bytes, without its line feed); None where it is no record."""
    if is_comment(line):
        return None
    error = ERROR.search(line)
    fields = FIELDS.match(line)
    if error or not fields:
        text = line[: error.start()] if error else line
        return {"outcome": "error", "error": error and error[1].decode(errors="replace"),
                "text": text.decode(errors="replace"), "id": written_id(text)}
    operations = {}
    for name, operands in OPERATION.findall(fields[5].decode(errors="replace")):
        operations.setdefault(name, operands.strip())
    said = lambda name: operations[name].strip('"') if name in operations else None
    found = {
        "fen": " ".join(part.decode(errors="replace") for part in fields.groups()[:4]),
        "id": said("id"),
        "keys": operations["bm"].split() if "bm" in operations else [],
        "nodes": number(said("acn")),
        "seconds": number(said("acs")),
        "limit": said("Limit"),
        "refuted": moves(said("Refuted")),
        "safe": moves(said("Safe")),
        "pv": said("pv"),
        "stipulation": said("Stip"),
    }
    found.update(outcome_of(operations, said))
    if found["outcome"] == "error":
        # Fields that cannot be read: the line came back as it was, and nobody knows what it asks.
        return {"outcome": "error", "error": None, "text": line.decode(errors="replace"), "id": written_id(line)}
    # Where nothing was found, these are still the asker's own, but for the replies that escape a mate.
    if found["outcome"] not in ("solved", "lost"):
        found["pv"] = None
        if found["outcome"] != "refuted" or not (found["stipulation"] or "").startswith("-"):
            found["keys"] = []
    return found


def outcome_of(operations, said):
    ce = number(said("ce"))
    if "acn" not in operations:
        over = {-32767: "checkmate", 0: "stalemate"}.get(ce)
        return {"outcome": over} if over else {"outcome": "error", "error": None}
    if "dm" in operations:
        length = number(said("dm"))
        return {"outcome": "solved", "length": float(length), "stipulation": f"#{length}"}
    if "Dist" in operations:
        kind = re.match(r"-?[a-z]*[#=]", said("Stip") or "")
        length = said("Dist")
        return {"outcome": "solved", "length": moves(length), "stipulation": (kind[0] if kind else "") + length}
    if "acd" in operations and "pv" in operations:
        length = (ce + 32767) // 2 if ce is not None else (len(operations["pv"].split()) + 1) // 2
        return {"outcome": "lost", "length": float(length), "stipulation": f"-#{length}"}
    if "acd" in operations:
        return {"outcome": "refuted"}
    return {"outcome": "gave up"} if "Limit" in operations else {"outcome": "error", "error": None}
