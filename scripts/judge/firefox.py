"""Headless Firefox, driven by WebDriver BiDi, which Firefox itself supports: geckodriver is not needed."""
import itertools
import json
import re
import subprocess
import tempfile

import websocket


class Firefox:
    """A browser on a page, in a profile of its own."""

    def __init__(self, address):
        self.home = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", self.home.name, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        place = next(found[0] for line in self.process.stderr if (found := re.search(r"ws://\S+", line)))
        self.socket = websocket.create_connection(place.rstrip("/") + "/session", timeout=600, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.tell("session.new", capabilities={})
        self.context = self.tell("browsingContext.getTree")["contexts"][0]["context"]
        self.tell("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait(20)
        self.home.cleanup()

    def tell(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def run(self, script, *arguments):
        """Calls a script whose last argument takes its result, as selenium does."""
        function = f"(...given) => new Promise((done) => (function () {{ {script} }})(...JSON.parse(given[0]), (value) => done(JSON.stringify(value))))"
        said = self.tell("script.callFunction", functionDeclaration=function, awaitPromise=True, target={"context": self.context},
                         arguments=[{"type": "string", "value": json.dumps(arguments)}])
        assert said["type"] == "success", said
        return json.loads(said["result"]["value"])
