"""`solver --format html`: hostile records, filters, search, contents, folding, print; pictures at three widths."""
import re
import subprocess

import pypdf
import pytest
from playwright.sync_api import expect

from conftest import ROOT
from hostile import EVIL, is_harmless, quoted

ODD = [*EVIL, '"onload="document.title=\'pwned\'', "\\input{/etc/passwd} $x_2^3$ 100% { ~"]


@pytest.fixture
def written(solver, tmp_path, watch):
    """Opens the page that the program writes for some lines."""
    def written(lines, *options, **size):
        path = tmp_path / "page.html"
        run = subprocess.run([solver, "--format", "html", "-o", path, "--progress", "never", "--details", *options, "-"],
                             input="".join(f"{line}\n" for line in lines).encode(), capture_output=True)
        assert run.returncode in (0, 2), run.stderr.decode()
        page = watch(**size)
        page.goto(path.as_uri())
        return page

    return written


@pytest.fixture(scope="module")
def lines():
    """The first records of some suites."""
    suites = [(ROOT / f"suites/{name}.epd").read_text().splitlines() for name in ("mates-2", "mates-3", "selfmates", "helpmates", "crazyhouse")]
    return [line for suite in suites for line in [one for one in suite if one.strip() and one.strip()[0] not in "#%"][:12]]


def test_hostile_records(written, watch):
    watch.refused = "Content Security Policy"
    page = written(line for evil in ODD for line in (
        f'7k/8/8/4K3/8/8/6Q1/8 w - - Stip "#2"; id "{quoted(evil)}"; c0 "{quoted(evil)}"; bm {evil.split()[0].replace(";", "")};',
        f"# {evil}", f'4k3/8/8/8/8/8/8/8 w - - id "{quoted(evil)}";'))
    page.locator("#unfold").click()
    expect(page.locator("article")).to_have_count(2 * len(ODD))
    shown = page.locator("article h2").evaluate_all("all => all.map((e) => e.firstChild.textContent.trim().replace(/\\s+/g, ' '))")
    # In an id, a quotation mark or a backslash may be written in the way of the format.
    assert [evil for evil in ODD if " ".join(evil.split()) not in shown and '"' not in evil and "\\" not in evil] == []
    is_harmless(page, "Chess problems")


def test_a_page_of_problems(written, lines, tmp_path):
    page = written(lines, "--tries", "--set-play", "--no-time")
    articles, opened = page.locator("article"), page.locator("article details[open]")
    visible = articles.filter(visible=True)
    records = articles.evaluate_all("all => all.map((a) => ({...a.dataset, text: a.textContent.toLowerCase()}))")
    assert len(records) == len(lines)
    expect(visible).to_have_count(len(lines))
    for name in ("verdict", "outcome", "stipulation"):
        select = page.locator(f"#{name}")
        for option in select.locator("option").all()[1:]:
            value = option.get_attribute("value")
            select.select_option(value)
            due = sum(record[name] == value[1:] for record in records)
            expect(visible).to_have_count(due)
            expect(page.locator("#shown")).to_have_text(f"{due} / {len(records)}")
            assert int(re.search(r"\((\d+)\)$", option.text_content())[1]) == due
        select.select_option(index=0)
    for words in ("cooked", "white to", "zzzznothing", "#3 qb6", ""):
        page.locator("#search").fill(words)
        expect(visible).to_have_count(sum(all(word in record["text"] for word in words.split()) for record in records))
    contents = page.locator("#contents > summary")
    contents.click()
    links = page.locator("#list a")
    expect(links).to_have_count(len(records))
    links.last.click()
    expect(articles.last).to_be_in_viewport()
    contents.click()
    total = page.locator("article details").count()
    page.locator("#fold").click()
    expect(opened).to_have_count(0)
    page.locator("article details > summary").first.click()
    expect(opened).to_have_count(1)
    page.locator("#unfold").click()
    expect(opened).to_have_count(total)
    assert total and page.evaluate("[...document.querySelectorAll('article svg.d use')].every((u) => document.querySelector(u.getAttribute('href')))")
    page.locator("#fold").click()
    page.pdf(path=tmp_path / "page.pdf", print_background=True, prefer_css_page_size=True)
    text = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(tmp_path / "page.pdf").pages)
    assert "nfold all" not in text, "no buttons are printed"
    assert text.count("1...") >= sum(record["outcome"] == "solved" for record in records) // 2, "folded play is printed"


@pytest.mark.parametrize("width", [1400, 800, 380])
def test_widths(written, lines, out, width):
    page = written(lines, "--tries", width=width, height=1000, touch=width < 500)
    page.screenshot(path=out / f"page-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
