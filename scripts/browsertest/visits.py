"""A reviewer's actions: why a visit was not counted, and correcting it."""

import time

from selenium.webdriver.common.keys import Keys

from browsertest.browser import LOOKS


def walk(window, service):
    address = _from_calendar(window)
    _explained(window, address)
    _corrected(window, service, address)
    _at_once(window, address)
    _queue(window)


def _from_calendar(window):
    """From a day of the calendar to a visit that does not count."""
    window.open("/members/M-1001?month=2024-03")
    days = window.all(".calendar td > a")
    assert days, "no day of the calendar leads to its visits"
    days[0].click()
    window.until("the visits of the day", lambda: window.one("h1").text == "Visits")
    assert window.one("#member").get_attribute("value") == "M-1001", "the list is not of the member"
    window.look_at("visits")
    window.open("/visits?member=short&verdict=too_short")
    links = window.all("tbody th a")
    assert len(links) >= len(LOOKS), f"too few visits that were too short: {len(links)}"
    # Each walk corrects another one.
    return links[LOOKS.index(window.look)].get_attribute("href").replace(window.address, "")


def _explained(window, address):
    window.open(address)
    assert window.one(".verdict").text.startswith("does not count Not counted: "), window.one(".verdict").text
    assert "needed" in window.one(".verdict").text, "the verdict does not say what was needed"
    assert window.all("#visit-map-title") and window.all(".drawing .fence"), "the map has no fence"
    assert window.all(".drawing .fix"), "the map has no fixes"
    assert window.all(".drawing .line.threshold"), "the strip has no dwell threshold"
    for drawing in window.all(".drawing svg"):
        assert drawing.size["width"] > 250, f"a drawing is {drawing.size['width']} px wide"
    window.one("#fixes ~ details summary").click()
    window.until("the fixes are listed", lambda: window.one("#fixes ~ details tbody tr").is_displayed())
    window.look_at("visit-not-counted")


def _counted(service, address):
    """The visits of the member that count in the month of the visit."""
    visit = service.read(f"/v1{address}")
    counts = service.read(f"/v1/counts?month={visit['month']}&by=member")["counts"]
    return sum(row["visits"] for row in counts if row["member"] == visit["member"])


def _corrected(window, service, address):
    """Confirming changes the count, and a message about it is queued; undoing brings both back."""
    before = _counted(service, address)
    window.one("#note").send_keys("the desk saw her")
    window.one("button[value=confirm]").click()
    window.until("it counts", lambda: window.one(".verdict").text.startswith("counts Counted: a reviewer confirmed it"))
    assert "Saved. The visit counts." in window.one(".flash").text
    assert "confirmed it: the desk saw her" in window.one("#review ~ ul").text, "the history does not have it"
    assert _counted(service, address) == before + 1, "the count did not change"
    assert "visit.corrected" in window.one("#messages ~ .scroll").text, "no message was made of it"
    window.look_at("visit-confirmed")
    window.one("button[value=undo]").click()
    window.until("it is undone", lambda: window.one(".verdict").text.startswith("does not count"))
    assert _counted(service, address) == before, "the count did not change back"
    window.one("button[value=decline]").click()
    window.until("a reason is asked for", lambda: "with a reason" in window.one("[role=alert]").text)
    _expect_status(window, 400)


def _at_once(window, address):
    """Of two reviewers the second one changes nothing and sees what the first one did."""
    window.open(address)
    first = window.driver.current_window_handle
    window.driver.switch_to.new_window("tab")
    window.open(address)
    window.one("#note").send_keys("a neighbour's phone")
    window.one("button[value=decline]").click()
    window.until("the first one declines", lambda: "a reviewer declined it" in window.one(".verdict").text)
    window.driver.close()
    window.driver.switch_to.window(first)
    window.one("button[value=confirm]").click()
    window.until("the second one is refused", lambda: "was changed meanwhile" in window.one("[role=alert]").text)
    assert "a neighbour's phone" in window.one("[role=alert]").text, "it does not say what was changed"
    assert "a reviewer declined it" in window.one(".verdict").text, "the page does not show the visit as it is now"
    window.look_at("visit-changed-meanwhile")
    _expect_status(window, 409)


def _expect_status(window, status):
    """The answer to the form is the only thing that may stand in the console."""
    lines = [entry["message"] for entry in window.driver.get_log("browser")]
    assert all(str(status) in line and "/review" in line for line in lines), f"the console says: {lines}"


def _queue(window):
    """The first walk decides about a hundred visits by keys alone, the others about ten; it takes no mouse."""
    number = 100 if window.look == LOOKS[0] else 10
    window.open("/review")
    before = _waiting(window)
    window.until("the picture of the first one", lambda: window.all("#picture .fence"))
    window.look_at("review")
    body = window.one("body")
    begin = time.monotonic()
    for place in range(number):
        # One key gives the verdict and moves on; of declining, the reason is one more.
        body.send_keys("c" if place % 2 else "d1")
    window.until(f"{number} are decided", lambda: len(window.all("#queue .outcome.good")) == number)
    seconds = time.monotonic() - begin
    assert seconds < 300, f"{number} visits took {seconds:.0f} s"
    words = [badge.text for badge in window.all("#queue .outcome")[:4]]
    assert words == ["declined", "confirmed", "declined", "confirmed"], words
    # Undoing, moving alone, and several at once.
    body.send_keys("u")
    window.until("the last one is undone", lambda: len(window.all("#queue .outcome.good")) == number - 1)
    body.send_keys("d", Keys.ESCAPE)
    window.until("no reason is no decision", lambda: not window.one("#review-state").is_displayed())
    assert len(window.all("#queue .outcome.good")) == number - 1, "a cancelled key decided"
    window.look_at("review-decided")
    window.open("/review")
    assert _waiting(window) == before - number + 1, "the decisions did not stay"
    window.one("body").send_keys("j", "k", "x", "x", "d2")
    window.until("two at once", lambda: len(window.all("#queue .outcome.good")) == 2)
    assert len(window.all("#queue .outcome.bad")) == 0, "a decision failed"


def _waiting(window):
    return int(window.one(".apps a[aria-current]").text.split(": ")[1])
