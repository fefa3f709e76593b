"""The pictures of the documentation: what each shows, and how much of the page."""

import base64
import time

# Of a page with text and a drawing; an empty page has less, and a larger one makes the documents slow.
SMALLEST, LARGEST = 30_000, 250_000


def take(window, folder):
    """Takes every picture; returns what was wrong."""
    faults = []
    for name, show in {"overview": _overview, "visit": _visit, "report": _report, "review": _review}.items():
        try:
            show(window)
            height = _bottom(window, name)
        except AssertionError as error:
            faults.append(f"{name}: {error}")
            continue
        path = folder / f"{name}.png"
        path.write_bytes(_picture(window, height))
        size = path.stat().st_size
        print(f"screenshots: {path}: {window.look.width} x {height}, {size // 1000} kB")
        if not SMALLEST <= size <= LARGEST:
            faults.append(f"{path} has {size} bytes, expected {SMALLEST} to {LARGEST}")
    return faults


def _overview(window):
    window.open("/")
    window.until("the stream is on", lambda: window.one("#live-state").text == "live")
    window.until("the phones are on the map", lambda: window.all(".map canvas"))
    window.until("the base map is drawn", lambda: window.all(".leaflet-tile-pane canvas.leaflet-tile-loaded"))
    window.until("there are events", lambda: len(_displayed(window, "#live-events li")) >= 5)
    assert len(window.all("main .line")) >= 3, "fewer than three phones"
    time.sleep(2)  # Leaflet fades its tiles in.


def _visit(window):
    """A visit that does not count, whose sentence says where the phone was."""
    window.open("/visits?verdict=unproven")
    addresses = [link.get_attribute("href") for link in window.all("tbody th a")]
    assert addresses, "no visit is unproven"
    for address in addresses:
        window.driver.get(address)
        if "away" in window.one(".verdict").text:
            break
    else:
        window.driver.get(addresses[0])
    assert window.all(".drawing .fence") and window.all(".drawing .fix"), "the map has no fence or no fixes"


def _report(window):
    window.open("/reports")
    assert len(window.all("main tbody tr")) >= 3, "the report has fewer than three members"


def _review(window):
    window.open("/review")
    assert window.all(".drawing .fence"), "the current visit has no picture"


# The last part of each page that belongs to its picture: which of those that are displayed.
_LAST = {"overview": ("#live-events li", 5), "visit": ("section[aria-labelledby=map]", 1),
         "report": ("main table", 1), "review": ("#queue li", 7)}


def _displayed(window, selector):
    return [part for part in window.all(selector) if part.is_displayed()]


def _bottom(window, name):
    selector, count = _LAST[name]
    parts = _displayed(window, selector)
    assert len(parts) >= count, f"the page has {len(parts)} of {selector}, expected {count}"
    box = parts[count - 1].rect
    return round(box["y"] + box["height"]) + 4


def _picture(window, height):
    size = {"width": window.look.width, "deviceScaleFactor": 1, "mobile": False}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**size, "height": height})
    time.sleep(0.5)
    shot = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**size, "height": window.look.height})
    return base64.b64decode(shot["data"])
