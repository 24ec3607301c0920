"""Text that would act on a page if it were not treated as text, and its absence from pages that the program writes."""
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
