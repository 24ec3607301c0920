"""Text that would act on a page if it were not treated as text, and its absence from all pages."""
from playwright.sync_api import expect

from desk import MORPHY, until

EVIL = [
    "<script>document.title='pwned'</script>",
    "' onmouseover='document.title=1",
    "]]> --> </main></body></html><h1 class=evil>x</h1>",
    "</script><script>document.title='pwned'</script>",
    "</style><style>*{display:none}</style><link rel=stylesheet href=//example.com/x.css>",
    "<img class=evil src=https://example.com/x.png onerror=document.title='pwned'>",
    "<svg class=evil onload=document.title='pwned'>",
    "&lt;b&gt; &amp;lt; &#60;script&#62;",
    "javascript:document.title='pwned'",
    "Жуков ♔ Šinkman ´` ä",
]


def quoted(text):
    """Text as it is written in a string of EPD or PGN."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def is_harmless(page, title):
    """None of the text ran, became an element or loaded anything; and the policy would refuse it."""
    assert page.title() == title
    assert page.locator(".evil, img, iframe, object, a[href^=javascript]").count() == 0
    assert page.evaluate("[...document.scripts].filter((s) => s.type !== 'application/json').length === 1 && document.styleSheets.length === 1")
    assert page.evaluate("[...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith('on')).length") == 0
    assert [message.text for message in page.console_messages()] == []
    assert {request.url.split("#")[0] for request in page.requests()} <= {page.url.split("#")[0]}
    # The policy itself: hostile text that the program forgot to escape would still not run.
    page.evaluate("""() => {
      const s = document.createElement('script');
      s.textContent = "document.title = 'pwned'";
      const d = document.createElement('div');
      d.innerHTML = '<i onclick="document.title = 1">';
      document.body.append(s, d);
      d.firstChild.click();
    }""")
    assert page.title() == title


def test_hostile_records(written, watch):
    watch.refused = "Content Security Policy"
    odd = [*EVIL, '"onload="document.title=\'pwned\'', "\\input{/etc/passwd} $x_2^3$ 100% { ~"]
    page = written("".join(
        f'7k/8/8/4K3/8/8/6Q1/8 w - - Stip "#2"; id "{quoted(evil)}"; c0 "{quoted(evil)}"; '
        f'bm {evil.split()[0].replace(";", "")};\n# {evil}\n4k3/8/8/8/8/8/8/8 w - - id "{quoted(evil)}";\n'
        for evil in odd), "solver", "--format", "html", "--details")
    page.locator("#unfold").click()
    expect(page.locator("article")).to_have_count(2 * len(odd))
    shown = page.locator("article h2").evaluate_all("all => all.map((e) => e.firstChild.textContent.trim().replace(/\\s+/g, ' '))")
    # In an id, a quotation mark or a backslash may be written in the way of the format.
    assert [evil for evil in odd if " ".join(evil.split()) not in shown and '"' not in evil and "\\" not in evil] == []
    is_harmless(page, "Chess problems")


def test_hostile_games(written, watch):
    watch.refused = "Content Security Policy"
    # Characters that change the direction of the text are replaced, since the page shows them in another way.
    odd, games = [*EVIL, "\\u003cb\\u003e \u2028 \u202e"], ""
    for evil in odd:
        tag, comment = quoted(evil), evil.replace("{", "(").replace("}", ")")
        games += f'[Event "{tag}"]\n[WhiteA "{tag}"]\n[BlackB "{tag}"]\n[Result "*"]\n\n{{{comment}}}\n'
        games += f"1A. e4 {{C:{comment}}} 1a. e5 {{A:{comment}}} 1B. {''.join(comment.split())} *\n\n"
    page = written(games, "bpgn", "html")
    expect(page.locator("#game option")).to_have_count(len(odd))
    for number, evil in enumerate(odd, 1):
        page.goto(page.url.split("#")[0] + f"#{number}-2")
        seen = evil.replace("\u202e", "\ufffd")
        until(lambda: seen in page.locator("#facts").text_content() and seen.replace("{", "(").replace("}", ")") in page.locator("#said").text_content())
    is_harmless(page, "Bughouse")


MARKUP = "<img src=x onerror='window.attacked=1'>"


def test_hostile_files(refusals, desk):
    """Names, authors, comments and errors in a file that are HTML, in the window."""
    lines = [f'{MORPHY} id "{MARKUP}"; c0 "{MARKUP}"; c1 "{MARKUP}";', MARKUP, f"{MARKUP}/8/8/8/8/8/8/8 w - - ;",
             f'8/8/8/8/8/8/8/8 w - - id "{MARKUP}"; {MARKUP};']
    desk.drop(f"{MARKUP}.epd", lines, 4)
    desk.press(*(desk.rows.nth(row) for row in (1, 2, 3, 0)))
    desk.solve()
    olive = f'---\nalgebraic: {{white: [Ke5, Qg2], black: [Kh8]}}\nauthors: ["{MARKUP}"]\ntitle: "{MARKUP}"\n'
    desk.drop(f"{MARKUP}.olv", f'{olive}stipulation: "#2"\n'.encode(), 1)
    desk.paste(MARKUP)
    expect(desk["notice"]).not_to_be_empty()
    desk.page.wait_for_timeout(300)
    assert desk.all("img, b > *, #notice > *, #list b > *").count() == 0 and not desk.run("window.attacked")
