"""A headless Chromium of a size and colour scheme, and what must hold for everything it shows."""

import functools
import json
from dataclasses import dataclass

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browsertest import needs


@dataclass(frozen=True)
class Look:
    width: int
    height: int
    scheme: str

    def __str__(self):
        return f"{self.width}-{self.scheme}"


@functools.cache
def _axe():
    return needs.axe()


LOOKS = [Look(1440, 900, "light"), Look(1440, 900, "dark"), Look(390, 844, "light"), Look(390, 844, "dark")]


class Browser:
    def __init__(self, look, address, folder):
        self.look, self.address, self.folder = look, address, folder
        self._faults = []
        options = webdriver.ChromeOptions()
        for flag in [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
            "--disable-component-update", "--no-first-run", "--hide-scrollbars",
            f"--window-size={look.width},{look.height}",
            # Whatever would ask for another machine finds none.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": look.scheme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, path):
        self.driver.get(self.address + path)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def at(self, path):
        """What an XPath leads to."""
        return self.driver.find_element(By.XPATH, path)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, what, condition, seconds=60):
        """Waits until a condition holds, and says what the browser showed when it did not."""
        try:
            # A page that is being replaced answers queries with errors of several kinds: the query is repeated on the
            # page that follows.
            wait = WebDriverWait(self.driver, seconds, 0.1, ignored_exceptions=[WebDriverException])
            return wait.until(lambda _: condition())
        except TimeoutException as error:
            raise AssertionError(f"{what}: not within {seconds} s; {self._shown()}") from error

    def _shown(self):
        """The address, the heading and the remarks of the current page, for the text of a failure."""
        try:
            return self.driver.execute_script(
                "return [location.href, ...[...document.querySelectorAll('h1, [role=alert], .flash')]"
                ".map(e => e.textContent.trim().slice(0, 200))].join(' | ')")
        except WebDriverException as error:
            return f"the browser does not respond: {error.msg}"

    def look_at(self, name):
        """Checks of every page: its width, its labels, its screenshot."""
        wide = self.driver.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        if wide[0] > wide[1]:
            self._faults.append(f"{name} is {wide[0]} px wide in a window of {wide[1]}")
        # Where rows wrap, the titles are with the cells instead.
        beyond = self.driver.execute_script(
            "return [...document.querySelectorAll('main thead th, main .stack tbody :is(th, td)')].filter((cell) => {"
            "  const head = cell.closest('thead');"
            "  if (head && getComputedStyle(head).position === 'absolute') return false;"
            "  const box = cell.getBoundingClientRect();"
            "  return box.width > 0 && box.right > document.documentElement.clientWidth + 1;"
            "}).map((cell) => cell.dataset.label ?? cell.textContent.trim())")
        if beyond:
            self._faults.append(f"{name}: columns beyond the edge of the window: {', '.join(dict.fromkeys(beyond))}")
        if len(self.all("h1")) != 1:
            self._faults.append(f"{name} has {len(self.all('h1'))} headings of the first level")
        for field in self.all("main input:not([type=hidden]), main select, main button"):
            if field.is_displayed() and not field.accessible_name:
                self._faults.append(f"{name}: a field without a name: {field.get_attribute('outerHTML')[:120]}")
        self._check_accessibility(name)
        self.shoot(name)

    def _check_accessibility(self, name):
        """No finding of axe-core, its best practices included."""
        self.driver.execute_script(_axe())
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, { resultTypes: ['violations'] }).then((result) => done(result.violations.map("
            "  (rule) => [rule.id, rule.help, rule.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)])));")
        self._faults += [f"{name}: axe finds {rule}: {words}: {nodes}" for rule, words, nodes in found]

    def shoot(self, name):
        if not self.folder:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        size = {"width": self.look.width, "deviceScaleFactor": 1, "mobile": self.look.width < 600}
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {**size, "height": min(max(height, self.look.height), 3000)})
        self.driver.save_screenshot(str(self.folder / f"{self.look}-{name}.png"))
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**size, "height": self.look.height})

    def faults(self):
        """What was wrong on any page: what the console says, and requests to elsewhere."""
        found = list(self._faults)
        found += [f"the console says: {entry['message']}" for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            if not url.startswith((self.address + "/", "data:")):
                found.append(f"a request to {url}")
        return found
