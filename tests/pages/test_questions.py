"""Questions to the program behind the page, good, wrong and aborted ones mixed; tests/window has the requests that no page sends."""
import json
import random

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
