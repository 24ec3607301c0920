"""Pages of the program in headless Chromium: code shared by html-judge, replay-judge and window-judge."""
import json

import chess
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from .excerpt import expect

# Text that would act on a page if it were not treated as text.
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


def browser(path, place="", width=1200, height=900):
    """Chromium on this page; narrower than 500 pixels it is a phone."""
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={max(width, 500)},{height}"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(300)
    driver.set_script_timeout(300)
    if width != 1200:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    driver.get(path.resolve().as_uri() + place)
    return driver


def men(placement):
    """The men of a FEN's first field by their squares, as pages name them: `wK`."""
    pieces = chess.BaseBoard(placement).piece_map()
    return {chess.square_name(square): "bw"[man.color] + man.symbol().upper() for square, man in pieces.items()}


def end(driver, name):
    """Ends a browser; its console must have no messages."""
    log = [entry["message"] for entry in driver.get_log("browser")]
    expect(f"{name}: no complaint in the console {log[:1] or ''}", not log)
    driver.quit()


def hostile(driver, path, title):
    """Hostile text on the page `path`: none of it ran, became an element or loaded anything; and the policy refuses it."""
    expect("hostile: the title is the page's own", driver.title == title)
    expect("hostile: no element of theirs", not driver.find_elements(By.CSS_SELECTOR, ".evil, img, iframe, object, a[href^=javascript]"))
    expect("hostile: one script that runs, one style", driver.execute_script(
        "return [...document.scripts].filter(s => s.type !== 'application/json').length === 1 && document.styleSheets.length === 1"))
    handlers = driver.execute_script(
        "return [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames().filter(n => n.startsWith('on'))).length")
    expect("hostile: no handler in an attribute", handlers == 0)
    log = [entry["message"] for entry in driver.get_log("browser")]
    expect(f"hostile: nothing was refused by the policy, nothing failed {log or ''}", not log)
    sent = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    urls = {message["params"]["request"]["url"] for message in sent if message["method"] == "Network.requestWillBeSent"}
    expect(f"hostile: nothing is loaded but the page {sorted(urls)[:3]}", {url.split("#")[0] for url in urls} == {path.as_uri()})
    # The policy itself: hostile text that the program forgot to escape would still not run.
    blocked = driver.execute_script(
        "const s=document.createElement('script');s.textContent=\"document.title='pwned'\";document.body.append(s);"
        "const d=document.createElement('div');d.innerHTML='<i onclick=\"document.title=1\">';document.body.append(d);"
        "d.firstChild.click();return document.title")
    expect("hostile: the policy lets no other script run", blocked == title)
    driver.quit()


def pictures(path, place, name):
    """Screenshots at three widths; nothing is wider than the window."""
    for width in (1400, 800, 380):
        driver = browser(path, place, width, 1000)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        expect(f"{name}, width {width}: nothing is wider than the window ({wide})", wide <= width)
        driver.save_screenshot(str(path.parent / f"{name}-{width}.png"))
        driver.quit()
