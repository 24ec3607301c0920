"""The look of the page of `solver window`, and its speed: pictures, axe, eslint, first paint, click to answer."""
import shutil
import subprocess

from selenium.webdriver.common.by import By

from .window_texts import TABLES
from .window_page import Page, Window, median, pause

PACKAGES = ("eslint", "@eslint/js", "globals", "axe-core")
EXAMPLE = '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip "#3"; id "An example"; c0 "with set play and tries";'
TWO_MOVER = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2";'
SIZES = ((1920, 1080, False), (1366, 768, False), (768, 1024, True), (360, 740, True))


def packages(out):
    """The packages from npm, installed once next to the pictures."""
    home = out / "npm"
    if not all((home / "node_modules" / name).exists() for name in PACKAGES):
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true, "type": "module"}')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *PACKAGES], cwd=home, check=True, capture_output=True)
    return home


def lint(here, out, expect):
    """The scripts are copied to the packages: eslint takes its rules and plugins from its working folder."""
    home = packages(out)
    shutil.copy(here / "scripts/judge/eslint.config.mjs", home)
    shutil.rmtree(home / "page", ignore_errors=True)
    shutil.copytree(here / "src/window/page", home / "page")
    shutil.copytree(here / "src/window/browser", home / "page/browser", ignore=shutil.ignore_patterns("*.rs", "*.toml"))
    shutil.copy(here / "src/games/viewer/board.js", home / "page")
    run = subprocess.run(["npx", "eslint", "page"], cwd=home, capture_output=True, text=True)
    files = sorted((home / "page").rglob("*.js"))
    print(run.stdout)
    expect(f"eslint: {len(files)} modules, nothing to say", run.returncode == 0 and len(files) > 10)
    longest = max(len(file.read_text().splitlines()) for file in files if file.stem not in TABLES)
    size = sum(file.stat().st_size for file in (home / "page").iterdir() if file.is_file())
    expect(f"modules: the longest has {longest} lines; the page has {size / 1000:.0f} kB", longest < 300)


def axe(page, home, where, expect):
    page.run((home / "node_modules/axe-core/axe.min.js").read_text())
    found = page.driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.target.join(' ')).slice(0, 3)])))")
    serious = [one for one in found if one[0] in ("serious", "critical")]
    expect(f"{where}: axe: {len(serious)} serious findings {serious or ''}, {len(found) - len(serious)} others {[one[1] for one in found if one not in serious]}", not serious)


def look(solver, out, expect):
    home = packages(out)
    collection = out / "look.epd"
    collection.write_text("".join(f'{EXAMPLE.split(" id")[0]} id "Problem {n}"; c0 "An author";\n' for n in range(1, 30)))
    with Window(solver) as plain, Window(solver, str(collection)) as listed:
        for width, height, touch in SIZES:
            for dark in (False, True):
                name = f"{width}-{'dark' if dark else 'light'}"
                with Page(plain.address, width, height, touch, dark) as page:
                    solved(page, home, out, name, expect)
                    narrow(page, width, name, expect)
                with Page(listed.address, width, height, touch, dark) as page:
                    if Window.site:
                        page.drop(collection.name, collection.read_bytes())
                    page.wait(lambda: page.by("side").is_displayed())
                    pause(0.3)
                    seen(page, home, out, f"list-{name}", expect)
                    narrow(page, width, f"list-{name}", expect)


def seen(page, home, out, name, expect):
    page.picture(out / f"{name}.png")
    axe(page, home, name, expect)


def narrow(page, width, name, expect):
    wide = page.run("return document.documentElement.scrollWidth")
    expect(f"{name}: nothing is wider than the window ({wide})", wide <= width)


def solved(page, home, out, name, expect):
    """An empty page, a solution, one of its moves on the board, the dialogue for saving."""
    seen(page, home, out, f"empty-{name}", expect)
    page.put(EXAMPLE)
    page.ask("#3", tries=1, set_play=True)
    page.solve()
    pause(0.4)
    seen(page, home, out, f"solved-{name}", expect)
    page.press(page.driver.find_elements(By.CSS_SELECTOR, "#sheet .move")[3])
    seen(page, home, out, f"walk-{name}", expect)
    page.run("document.querySelector('.more').open = true; document.getElementById('export').click()")
    seen(page, home, out, f"save-{name}", expect)


def times(solver, expect, often=100):
    """First paint, from navigation on; a #2, from the click until its solution is on the page."""
    with Window(solver) as window, Page(window.address) as page:
        painted(page, expect, often)
        clicked(page, expect, often)


def painted(page, expect, often):
    """First paint of the page, and of an empty page in the same browser, which shows the time of machine and browser."""
    def paint(load):
        load()
        page.wait(lambda: page.run("return performance.getEntriesByType('paint').length") > 0)
        return page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime")

    empty = [paint(lambda: page.driver.get("data:text/html,<p>empty")) for _ in range(often)]
    paints = [paint(page.load) for _ in range(often)]
    expect(f"first paint: median {median(paints):.0f} ms of {often}, slowest {max(paints):.0f}; an empty page {median(empty):.0f} ms",
           median(paints) < max(100, 1.3 * median(empty)))


def clicked(page, expect, often):
    page.put(TWO_MOVER)
    took = page.driver.execute_async_script("""
      const [often, done] = arguments;
      const sheet = document.getElementById('sheet');
      const solve = document.getElementById('solve');
      const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
      (async () => {
        const took = [];
        for (let n = 0; n < often; n += 1) {
          while (solve.hidden) await frame();
          sheet.replaceChildren();
          const begun = performance.now();
          const stands = new Promise((next) => {
            const observer = new MutationObserver(() => {
              if (!sheet.querySelector('.move')) return;
              observer.disconnect();
              next();
            });
            observer.observe(sheet, { childList: true, subtree: true });
          });
          solve.click();
          await stands;
          await frame();
          took.push(performance.now() - begun);
          await new Promise((next) => setTimeout(next, 60));
        }
        done(took);
      })();
    """, often)
    expect(f"click to answer: median {median(took):.0f} ms of {often}, slowest {max(took):.0f}", median(took) < 50)
