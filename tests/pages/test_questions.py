"""Questions to the program behind the page, good, wrong and aborted ones mixed; and requests that no page sends."""
import concurrent.futures
import json
import random
import re
import socket
import time

from desk import FILE

RECORD = "7k/8/8/4K3/8/8/6Q1/8 w - -"
SOLVE = dict(record=RECORD, stipulation="#2", seconds=20)
ENDLESS = dict(record="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", stipulation="#30", seconds=60)
# Sends all questions at once by the page's own way; returns the last event of each, or the way it ended.
ASK = """async (asked) => {
  const { ask } = await import('./backend.js');
  return Promise.all(asked.map(async ({ name, body, abort, stop }) => {
    let last = null;
    const gone = new AbortController();
    if (abort !== undefined) setTimeout(() => gone.abort(), abort);
    const hear = (event, data) => {
      if (event === 'started' && stop) ask('stop', { job: data.job }, () => {});
      last = [event, data];
    };
    await ask(name, body, hear, gone.signal).catch((error) => { last = [error.name, null]; });
    return last;
  }));
}"""


def kinds():
    """Every kind of question, and a test of the answer."""
    good = lambda word: lambda event, data: event == "answer" and word in json.dumps(data)
    bad = lambda event, data: event == "error" and data["message"] and "internal" not in data["message"]
    yield dict(name="about", body=None), good('"file"')
    yield dict(name="alive", body={}), good("{}")
    yield dict(name="read", body=dict(text=RECORD)), good('"(2+1)"')
    yield dict(name="read", body=dict(text="x" * 200_000)), good('"unknown"')
    yield dict(name="records", body=dict(name="x", text="\n".join(FILE) + "\nhello\n")), good('"illegal"')
    yield dict(name="records", body=dict(name="x.gz", base64="AAAA")), good("messages")
    yield dict(name="solve", body=SOLVE), good("Kf6")
    yield dict(name="check", body=SOLVE), good('"sound"')
    for form in ("olive", "epd", "html", "latex", "svg", "popeye", "certificate", "json", "tsv", "text", "diagrams"):
        yield dict(name="export", body=dict(problems=[SOLVE], form=form)), good('"text"')
    yield dict(name="solve", body=ENDLESS, stop=True), good('"stopped": true')
    yield dict(name="solve", body=ENDLESS, abort=150), lambda event, _: event == "AbortError"
    yield dict(name="check", body=SOLVE, abort=0), lambda event, _: event in ("AbortError", "answer")
    yield dict(name="stop", body=dict(job=0)), good("false")
    for body in ({}, dict(record=""), dict(record="9/8 w"), dict(record=RECORD, stipulation="x"), dict(record=RECORD, tries=-1), dict(x=1), [], "x", 7,
                 dict(record=RECORD, nodes=0), dict(record=RECORD, seconds=0), dict(record=RECORD, twins=["b) Kz9-z8"]), dict(record=f"{RECORD}\n{RECORD}")):
        yield dict(name="solve", body=body), lambda event, data: bad(event, data) or event == "answer" and data["parts"][0]["status"] in ("malformed", "passed")
    yield dict(name="export", body=dict(problems=[SOLVE], form="exe")), bad
    for body in (dict(name="x"), dict(name="x", base64="!")):
        yield dict(name="records", body=body), bad


def many(every, number):
    """The kinds in turn, mixed in an order that depends only on the seed."""
    every = list(every)
    asked = [every[n % len(every)] for n in range(number)]
    random.Random(45).shuffle(asked)
    return asked


def test_questions(refusals, desk, number=2000):
    asked = many(kinds(), number)
    # A browser has six connections to a server; one of them is for Stop.
    for at in range(0, number, 5):
        some = asked[at:at + 5]
        for (one, is_right), (event, data) in zip(some, desk.run(ASK, [one for one, _ in some]), strict=True):
            assert is_right(event, data), (one, event, data)


def talk(place, data, pieces=1, cut=None):
    """Sends bytes, in pieces with a wait between them, up to `cut`; returns everything that comes back."""
    with socket.create_connection(place, timeout=60) as stream:
        data, answer = data[:cut], b""
        try:
            for at in range(0, len(data), step := max(1, -(-len(data) // pieces))):
                stream.sendall(data[at:at + step])
                time.sleep(0.05 * (pieces > 1))
            while cut is None and (piece := stream.recv(1 << 16)):
                answer += piece
        except (ConnectionResetError, BrokenPipeError):
            pass
        return answer


def requests(address):
    """Kinds of requests that the page does not send: their bytes, the way to send them, and a test of the statuses and the answer."""
    place, secret = re.fullmatch(r"http://([^/]+)/([^/]+)/", address).groups()

    def request(method="GET", name="about", path=None, host=place, lines=(), body=None, media="application/json"):
        head = [f"{method} {path or f'/{secret}/{name}'} HTTP/1.1", *([f"Host: {host}"] if host else []), *lines, "Connection: close"]
        if body is not None:
            head += [f"Content-Type: {media}"] * bool(media) + [f"Content-Length: {len(body)}"]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + (body or "").encode()

    only = lambda *codes: lambda found, _: len(found) == 1 and found[0] in codes
    post = lambda name, body, **more: request("POST", name, body=body, **more)
    yield post("read", json.dumps(dict(text=RECORD))), dict(pieces=20), lambda found, answer: found == [200] and b'"(2+1)"' in answer
    for cut in (0, 1, 40, 150, -1):
        yield post("solve", json.dumps(SOLVE)), dict(cut=cut), lambda found, _: found == []
    other = secret.swapcase()
    for path in ("/", "/about", f"/{secret}", f"/{secret[:-1]}/about", f"//{secret}/about", f"/x/{secret}/about", f"/{other}/about",
                 f"/%{ord(secret[0]):02x}{secret[1:]}/about", "/favicon.ico", "/../etc/passwd", f"http://evil.example/{secret}/about"):
        yield request(path=path), {}, only(404)
    for host in ("", "evil.example", f"{place}.evil.example", f"{place}, evil.example", place.split(":")[0]):
        yield request(host=host), {}, only(404)
    for line in ("Origin: null", "Origin: http://evil.example", f"Origin: https://{place}", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: x"):
        yield post("alive", "{}", lines=[line]), {}, only(404)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
        yield request(method), {}, only(405)
    yield request("HEAD"), {}, lambda found, answer: found == [200] and answer.endswith(b"\r\n\r\n")
    yield request("CONNECT", path=place), {}, only(400, 404, 405)
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", None):
        yield post("alive", "{}", media=media), {}, only(415)
    yield request(name="../about"), {}, only(404)
    for name, body in (("alive", '{"x": 1}'), ("alive", "{"), ("read", "[" * 100_000)):
        yield post(name, body), {}, only(400)
    yield post("alive", "{}", lines=["Content-Encoding: gzip"]), {}, only(415)
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", {}, only(400)
    yield f"GET /{secret}/about HTTP/1.0\r\n\r\n".encode(), {}, only(404)
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {}, lambda found, _: found in ([], [400], [505])
    yield request(lines=["X: " + "x" * 300_000]), {}, only(400, 431)
    # Requests that two readers would cut differently: refused, or read in one way with one answer.
    inner = f"GET /{secret}/about HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    chunk = "2\r\n{}\r\n0\r\n\r\n"
    for lines, body in [(f"Content-Length: {5 + len(inner)}\r\nTransfer-Encoding: chunked", chunk), ("Content-Length: 2\r\nContent-Length: 60", "{}"),
                        ("Content-Length: +2", "{}"), ("Content-Length: 2, 3", "{}"), ("Transfer-Encoding: xchunked", chunk),
                        ("Transfer-Encoding: chunked, identity", chunk), ("Transfer-Encoding : chunked", chunk),
                        ("X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2", "{}"), ("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"),
                        ("Transfer-Encoding: chunked", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n")]:
        head = f"POST /{secret}/alive HTTP/1.1\r\nHost: {place}\r\nContent-Type: application/json\r\n{lines}\r\n\r\n"
        yield (head + body + inner).encode(), {}, lambda found, answer: 200 not in found[1:] and b'"version"' not in answer and len(found) in (1, 2)


def test_requests(only_server, serve, number=2000):
    """32 at a time. Strangers without the secret who only connect, or flood the server, are in tests/window."""
    server = serve("-M", "16")
    host, port = server.address.split("/")[2].rsplit(":", 1)

    def ask(one):
        data, way, is_right = one
        answer = talk((host, int(port)), data, **way)
        found = [int(code) for code in re.findall(rb"(?:^|\n|\r|\}|>)HTTP/1\.[01] (\d{3}) ", answer)]
        return is_right(found, answer) or (data[:300], way, found, answer[:200])

    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        assert [one for one in pool.map(ask, many(requests(server.address), number)) if one is not True] == []
