"""A visit that no phone saw, one that was next door, and the visits as files."""

import base64
import csv
import io
import xml.etree.ElementTree

import openpyxl

from browsertest.browser import LOOKS


def walk(window, service):
    _added(window, service)
    _moved(window, service)
    _sheet(window, service)
    _track(window)


def _count(service, member, month):
    counts = service.read(f"/v1/counts?month={month}&by=member")["counts"]
    return sum(row["visits"] for row in counts if row["member"] == member)


def _set(window, field, value):
    """Into a field of a day and time, which takes keys by the browser's language."""
    window.driver.execute_script("arguments[0].value = arguments[1]", window.one(field), value)


def _added(window, service):
    """From the member's page: refused in the future, then added; the count and a message follow."""
    day = f"2024-02-{LOOKS.index(window.look) + 10}"
    before = _count(service, "M-1001", "2024-02")
    window.open("/members/M-1001?month=2024-02")
    window.at("//a[text()='Add a visit …']").click()
    window.until("the form", lambda: window.one("h1").text == "Add a visit")
    assert window.one("#member").get_attribute("value") == "M-1001", "the form is not for the member"
    window.one("#facility").send_keys(service.read("/v1/facilities?limit=1")["facilities"][0]["facility_id"])
    _set(window, "#entered", "2093-01-01T10:00")
    _set(window, "#exited", "2093-01-01T11:00")
    window.one("#note").send_keys("the phone was at home")
    window.one("main form button").click()
    window.until("a visit in the future is refused", lambda: "in the future" in window.one("[role=alert]").text)
    _expect_status(window, 400)
    window.look_at("visit-new")
    _set(window, "#entered", f"{day}T18:00")
    _set(window, "#exited", f"{day}T19:10")
    window.one("main form button").click()
    window.until("it is added", lambda: "The visit is added and counts." in window.one(".flash").text)
    assert "Counted: a person added it (1 h 10 min)" in window.one(".verdict").text, window.one(".verdict").text
    assert "added it: the phone was at home" in window.one("#review ~ ul").text, "the history does not have it"
    assert "visit.entered" in window.one("#messages ~ .scroll").text, "no message was made of it"
    assert _count(service, "M-1001", "2024-02") == before + 1, "the count did not change"
    window.look_at("visit-added")
    # The same time again: the page asks, and one of both counts.
    window.open("/visits/new?member=M-1001")
    window.one("#facility").send_keys(service.read("/v1/facilities?limit=2")["facilities"][1]["facility_id"])
    _set(window, "#entered", f"{day}T18:30")
    _set(window, "#exited", f"{day}T19:30")
    window.one("main form button").click()
    window.until("it asks which counts", lambda: window.all("#decline"))
    _expect_status(window, 409)
    window.look_at("visit-overlapping")
    window.one("#decline").click()
    window.one("main form button").click()
    window.until("it is added", lambda: "The visit is added and counts." in window.one(".flash").text)
    assert _count(service, "M-1001", "2024-02") == before + 1, "two visits of one time count"


def _expect_status(window, status):
    lines = [entry["message"] for entry in window.driver.get_log("browser")]
    assert all(str(status) in line and "/visits/new" in line for line in lines), f"the console says: {lines}"


def _moved(window, service):
    """A visit moves to the facility next door, and back."""
    visits = service.read("/v1/visits?member=past&counted=true&limit=100")["visits"]
    visit = visits[LOOKS.index(window.look)]
    before = _count(service, "past", visit["month"])
    page = f"/visits/{visit['visit_id']}"
    window.open(page)
    window.at("//a[text()='Move …']").click()
    window.until("the form", lambda: window.one("h1").text == "Move a visit")
    choices = [option.get_attribute("value") for option in window.all("#facilities option")]
    assert choices and visit["facility"] not in choices, f"the facilities to choose from: {choices}"
    window.look_at("visit-move")
    window.one("#facility").send_keys(choices[0])
    window.one("main form button").click()
    window.until("it is moved", lambda: "The visit is moved" in window.one(".flash").text)
    moved = service.read("/v1" + window.driver.current_url.replace(window.address, ""))
    assert (moved["facility"], moved["evidence"], moved["device"]) == (choices[0], "manual", None), moved
    assert _count(service, "past", visit["month"]) == before, "the count changed"
    window.look_at("visit-moved")
    window.at("//section//a[text()='the other visit']").click()
    window.until("the moved one", lambda: page in window.driver.current_url)
    assert "a reviewer moved it to another facility" in window.one(".verdict").text, window.one(".verdict").text
    window.one("button[value=undo]").click()
    window.until("it is undone", lambda: window.one(".verdict").text.startswith("counts "))
    assert _count(service, "past", visit["month"]) == before, "the count did not change back"


def download(window, link):
    """What a link leads to, with the session of the page."""
    text = window.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "fetch(arguments[0]).then((answer) => answer.blob()).then((blob) => {"
        "  const reader = new FileReader();"
        "  reader.onload = () => done(reader.result.split(',')[1]);"
        "  reader.readAsDataURL(blob);"
        "});", window.at(link).get_attribute("href"))
    return base64.b64decode(text)


def _sheet(window, service):
    """The workbook and the CSV have the visits of the API, with days and times that a spreadsheet can compute with."""
    window.open("/members/past")
    window.look_at("member")
    visits = service.read("/v1/visits?member=past&limit=500")["visits"]
    book = openpyxl.load_workbook(io.BytesIO(download(window, "//a[text()='all, XLSX']")))
    rows = list(book.active.iter_rows(values_only=True))
    title, rows = rows[0], [dict(zip(rows[0], row)) for row in rows[1:]]
    assert title[:8] == ("Member", "Member's name", "Group", "Facility", "Facility's name", "Day", "Entered", "Left"), title
    assert [row["Visit"] for row in rows] == [visit["visit_id"] for visit in visits], "the workbook has other visits"
    for row, visit in zip(rows, visits):
        assert row["Day"].strftime("%Y-%m-%d") == visit["local_date"], (row, visit)
        assert (row["Counts"], row["Verdict"]) == (visit["counted"], visit["verdict"]), (row, visit)
        assert row["Left"] is None or 0 <= (row["Left"] - row["Entered"]).total_seconds() / 60 - row["Minutes"] < 1, row
    lines = list(csv.DictReader(io.StringIO(download(window, "//a[text()='all, CSV']").decode())))
    assert [line["visit_id"] for line in lines] == [visit["visit_id"] for visit in visits], "the CSV has other visits"


def _track(window):
    """The day's track as GPX has the fixes that the page counts."""
    window.open("/devices/ios-past")
    points = [
        point for point in xml.etree.ElementTree.fromstring(download(window, "//a[text()='GPX']")).iter()
        if point.tag.endswith("}trkpt")]
    words = window.one("#track").find_element("xpath", "ancestor::section").text
    assert points and f"{len(points)} fixes" in words, f"{len(points)} points: {words[:300]}"
