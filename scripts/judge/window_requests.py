"""Requests to the server behind the page of `solver window`: good, foreign and broken ones, mixed; then connections of strangers."""
import concurrent.futures
import json
import random
import re
import socket
import threading
import time

RECORD = "7k/8/8/4K3/8/8/6Q1/8 w - -"
KEY = "Kf6"


def talk(address, data, pieces=1, wait=0.0, cut=None, patience=60):
    """Sends bytes, in pieces with a wait between them, up to `cut`; returns everything that comes back."""
    host, port = address
    with socket.create_connection((host, port), timeout=patience) as stream:
        data = data[:cut] if cut is not None else data
        step = max(1, -(-len(data) // pieces))
        try:
            for at in range(0, len(data), step):
                stream.sendall(data[at:at + step])
                if wait:
                    time.sleep(wait)
            if cut is not None:
                return b""
            answer = b""
            while True:
                piece = stream.recv(1 << 16)
                if not piece:
                    return answer
                answer += piece
        except (ConnectionResetError, BrokenPipeError):
            return b""


def statuses(answer):
    """The status of every answer on a connection."""
    return [int(code) for code in re.findall(rb"(?:^|\n|\r|\}|>)HTTP/1\.[01] (\d{3}) ", answer)]


class Kinds:
    """Every kind of request: a name, its bytes, and the required answer."""

    def __init__(self, address):
        place, self.secret = re.fullmatch(r"http://([^/]+)/([^/]+)/", address).groups()
        name, port = place.rsplit(":", 1)
        self.place, self.port, self.address = place, int(port), (name.strip("[]"), int(port))

    def request(self, method="GET", name="about", path=None, host=None, lines=(), body=None, media="application/json"):
        path = path or f"/{self.secret}/{name}"
        head = [f"{method} {path} HTTP/1.1"] + ([] if host == "" else [f"Host: {host or self.place}"]) + [*lines, "Connection: close"]
        if body is not None:
            head += [f"Content-Type: {media}"] if media else []
            head += [f"Content-Length: {len(body)}"]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + (body or "").encode()

    def question(self, name, asked, **more):
        return self.request("POST", name, body=json.dumps(asked), **more)

    def all(self):
        secret, place, port = self.secret, self.place, self.port
        good = lambda word: lambda code, answer: code == [200] and word in answer
        only = lambda *codes: lambda code, answer: len(code) == 1 and code[0] in codes
        nothing = lambda code, answer: code == [404] and answer.endswith(b"\r\n\r\n") and b"content-type" not in answer.lower()
        solve = {"record": RECORD, "stipulation": "#2", "seconds": 20}
        yield "page", self.request(name=""), good(b"<title>keymove</title>")
        yield "script", self.request(name="main.js"), good(b"import")
        yield "about", self.request(), good(b'"version"')
        yield "by another name", self.request(host=f"localhost:{port}", lines=[f"Origin: http://localhost:{port}"]), good(b'"version"')
        yield "alive", self.question("alive", {}, lines=[f"Origin: http://{place}", "Sec-Fetch-Site: same-origin"]), good(b"{}")
        yield "read", self.question("read", {"text": RECORD}), good(b'"(2+1)"')
        yield "records", self.question("records", {"name": "x", "text": f"{RECORD} Stip \"#2\";\nhello\n"}), good(b'"illegal"')
        yield "solve", self.question("solve", solve), lambda code, answer: code == [503] or good(KEY.encode())(code, answer)
        yield "check", self.question("check", solve), lambda code, answer: code == [503] or good(b'"sound"')(code, answer)
        yield "slow", (self.question("read", {"text": RECORD}), dict(pieces=20, wait=0.05)), good(b'"(2+1)"')
        for cut in (0, 1, 40, 150, -1):
            yield f"aborted at {cut}", (self.question("solve", solve), dict(cut=cut)), lambda code, answer: code == []
        for path in ("/", "/about", f"/{secret}", f"/{secret[:-1]}/about", f"//{secret}/about", f"/x/{secret}/about", f"/{secret.swapcase()}/about",
                     f"/%{ord(secret[0]):02x}{secret[1:]}/about", "/favicon.ico", "/../etc/passwd"):
            yield "secret " + path.replace(secret, "S"), self.request(path=path), nothing
        for host in ("", "evil.example", f"evil.example:{port}", place.split(":")[0], f"127.0.0.1:{port ^ 1}", f"{place}.evil.example", f"{place}, evil.example"):
            yield "host " + host, self.request(host=host), nothing
        yield "two hosts", self.request(lines=["Host: evil.example"]), nothing
        yield "a host of its own", self.request(path=f"http://evil.example/{secret}/about"), nothing
        for line in ("Origin: null", "Origin: http://evil.example", f"Origin: https://{place}", f"Origin: http://localhost:{port}", f"Origin: http://127.0.0.1:{port ^ 1}",
                     "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: x"):
            yield line, self.question("alive", {}, lines=[line]), nothing
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
            yield method, self.request(method), only(405)
        yield "HEAD", self.request("HEAD"), lambda code, answer: code == [200] and answer.endswith(b"\r\n\r\n")
        yield "CONNECT", self.request("CONNECT", path=place), only(400, 404, 405)
        for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", None):
            yield f"type {media}", self.request("POST", "alive", body="{}", media=media), only(415)
        yield "unknown name", self.request(name="../about"), only(404)
        yield "unknown field", self.question("alive", {"x": 1}), only(400)
        yield "no JSON", self.request("POST", "alive", body="{"), only(400)
        yield "deep JSON", self.request("POST", "read", body="[" * 100_000), only(400)
        yield "packed", self.question("alive", {}, lines=["Content-Encoding: gzip"]), only(415)
        yield "no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", only(400)
        yield "HTTP/1.0", f"GET /{secret}/about HTTP/1.0\r\n\r\n".encode(), nothing
        yield "HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", lambda code, answer: code in ([], [400], [505])
        yield "long head", self.request(lines=["X: " + "x" * 300_000]), only(400, 431)
        # Requests that two readers would cut differently: refused, or read in one way with one answer.
        inner = f"GET /{secret}/about HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        post = f"POST /{secret}/alive HTTP/1.1\r\nHost: {place}\r\nContent-Type: application/json\r\n"
        never = lambda code, answer: 200 not in code[1:] and b'"version"' not in answer and len(code) in (1, 2)
        for name, lines, body in [
            ("length and chunks", f"Content-Length: {5 + len(inner)}\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n" + inner),
            ("two lengths", "Content-Length: 2\r\nContent-Length: 60\r\n", "{}" + inner),
            ("a signed length", "Content-Length: +2\r\n", "{}" + inner),
            ("a list of lengths", "Content-Length: 2, 3\r\n", "{}" + inner),
            ("unknown coding", "Transfer-Encoding: xchunked\r\n", "2\r\n{}\r\n0\r\n\r\n" + inner),
            ("chunked, then another", "Transfer-Encoding: chunked, identity\r\n", "2\r\n{}\r\n0\r\n\r\n" + inner),
            ("a space before the colon", "Transfer-Encoding : chunked\r\n", "2\r\n{}\r\n0\r\n\r\n" + inner),
            ("a folded line", "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "{}" + inner),
            ("a wrong size", "Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n" + inner),
            ("a huge size", "Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n" + inner),
        ]:
            yield "smuggling: " + name, (post + lines + "\r\n" + body).encode(), never


def requests(window, expect, number=2000, seed=45):
    """Sends `number` requests, 32 at a time, in an order that depends only on the seed."""
    kinds = Kinds(window.address)
    every = [(name, data if isinstance(data, tuple) else (data, {}), is_right) for name, data, is_right in kinds.all()]
    asked = [every[n % len(every)] for n in range(number)]
    random.Random(seed).shuffle(asked)

    def ask(one):
        name, (data, way), is_right = one
        answer = talk(kinds.address, data, **way)
        codes = statuses(answer)
        return name, codes, is_right(codes, answer), answer

    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        judged = list(pool.map(ask, asked))
    wrong = [(name, codes, answer[:200]) for name, codes, is_so, answer in judged if not is_so]
    took = time.perf_counter() - begun
    busy = sum(codes == [503] for _, codes, _, _ in judged)
    expect(f"requests: {number} of {len(every)} kinds in {took:.1f} s, {busy} refused because all workers are busy, {len(wrong)} wrong {wrong[:3] or ''}", not wrong)


def strangers(window, expect, owner=20):
    """Connections of people without the secret: silent ones, then ones that reconnect as soon as they are closed."""
    kinds = Kinds(window.address)

    def asked(number=owner):
        return [statuses(talk(kinds.address, kinds.request()))[:1] for _ in range(number)]

    for number in (256, 900):
        idle = [socket.create_connection(kinds.address) for _ in range(number)]
        codes = asked()
        expect(f"strangers: {number} silent connections, the owner's {owner} requests: {sum(code == [200] for code in codes)} answered", codes == [[200]] * owner)
        for stream in idle:
            stream.close()
    over = threading.Event()

    def flood():
        count = 0
        streams = [None] * 150
        while not over.is_set():
            for at in range(len(streams)):
                try:
                    streams[at] = socket.create_connection(kinds.address, timeout=5)
                    count += 1
                except OSError:
                    pass
        return count

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        floods = [pool.submit(flood) for _ in range(4)]
        time.sleep(0.5)
        begun = time.perf_counter()
        codes = asked(10 * owner)
        took = time.perf_counter() - begun
        over.set()
        made = sum(one.result() for one in floods)
    expect(f"strangers: {made} connections made anew meanwhile: {sum(code == [200] for code in codes)} of {10 * owner} answered, {100 * took / owner:.0f} ms each", codes == [[200]] * (10 * owner))
