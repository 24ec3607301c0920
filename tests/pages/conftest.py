"""Shared by the tests of pages, in Chromium: a user at the page of `solver window`, and the end of each page."""
import contextlib
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from axe_playwright_python.sync_playwright import Axe

from desk import Desk

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "target/pictures"


def pytest_addoption(parser):
    parser.addoption("--programs", type=pathlib.Path, default=ROOT / "target/release", help="the folder of the programs")
    parser.addoption("--site", type=pathlib.Path, help="a folder made by scripts/package/site, which is tested in place of `solver window`")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_name):
    """Debian's Chromium, if it is installed, and otherwise the library's own browser."""
    here = browser_name == "chromium" and shutil.which("chromium")
    return {**browser_type_launch_args, **({"executable_path": here, "args": ["--no-sandbox"]} if here else {})}


@pytest.fixture(scope="session")
def programs(pytestconfig):
    return pytestconfig.getoption("programs").resolve()


@pytest.fixture(scope="session")
def solver(programs):
    return programs / "solver"


@pytest.fixture(scope="session")
def serve(solver):
    """Starts servers of pages: `solver window` with arguments, or one of static files; each has its `address`."""
    with contextlib.ExitStack() as stack:
        def serve(*arguments, site=None):
            files = [sys.executable, "-um", "http.server", "--bind", "127.0.0.1", "--directory", site, "0"]
            command = files if site else [solver, "window", "--no-browser", *arguments]
            pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            process = stack.enter_context(subprocess.Popen(command, **pipes))
            stack.callback(process.terminate)
            found = (re.search(r"http://[^\s)]+/", line) for line in process.stdout)
            process.address = next(filter(None, found))[0]
            return process

        yield serve


@pytest.fixture(scope="session")
def site(pytestconfig):
    """The folder of the page with the solver in it, if that is tested."""
    return pytestconfig.getoption("site")


@pytest.fixture(scope="session")
def home(serve, site):
    return serve(site=site)


@pytest.fixture
def watch(new_context):
    """Opens pages; each ends without a complaint in its console, an error of its scripts, or a request to somebody else."""
    pages, asked = [], []

    def watch(width=1500, height=950, touch=False, **context):
        context = new_context(viewport=dict(width=width, height=height), has_touch=touch, is_mobile=touch, **context)
        context.on("request", lambda request: asked.append(request.url))
        context.on("page", lambda page: pages.append(page))
        return context.new_page()

    watch.refused = r"^$"
    yield watch
    pages = [page for page in pages if not page.is_closed()]
    said = [message for page in pages for message in page.console_messages() if message.type in ("error", "warning")]
    assert [message.text for message in said if not re.search(watch.refused, message.text)] == []
    assert [str(error) for page in pages for error in page.page_errors()] == []
    assert [url for url in asked if not re.match(r"http://127\.0\.0\.1:\d+/|(data|blob|file):", url)] == []


@pytest.fixture
def refusals(watch):
    """A browser complains about each answer that refuses something."""
    watch.refused = "^Failed to load resource"


@pytest.fixture
def written(programs, tmp_path, watch):
    """Opens the page that a program writes for a text, at a place of it, in a window of some size."""
    def written(text, program, *options, place="", **size):
        run = subprocess.run([programs / program, *options, "-"], input=text.encode(), capture_output=True)
        assert run.returncode in (0, 1, 2), run.stderr.decode()
        (tmp_path / "page.html").write_bytes(run.stdout)
        page = watch(**size)
        page.goto((tmp_path / "page.html").as_uri() + place)
        return page

    return written


@pytest.fixture
def open_desk(watch, home):
    return lambda address=home.address, touch=False, **size: Desk(watch(touch=touch, **size), address, touch)


@pytest.fixture
def desk(open_desk, request):
    return open_desk(**getattr(request, "param", {}))


@pytest.fixture
def seen():
    """Takes a picture, and finds that nothing is wider than the window, and that axe finds nothing serious."""

    def seen(desk, name):
        desk.page.screenshot(path=PICTURES / f"{name}.png")
        assert desk.run("document.documentElement.scrollWidth") <= desk.page.viewport_size["width"], name
        found = [one for one in Axe().run(desk.page).response["violations"] if one["impact"] in ("serious", "critical")]
        assert not found, [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found]

    return seen
