"""A month as a report and as a file, its closing, and what changes afterwards."""

import csv
import io

import openpyxl

from browsertest.additions import download
from browsertest.browser import LOOKS


def walk(window, service):
    # The months follow one another, and each walk closes one.
    number = LOOKS.index(window.look)
    month, following = f"2024-{number + 3:02}", f"2024-{number + 4:02}"
    _payout(window, month)
    _report(window, service)
    _files(window, service, month)
    _closed(window, service, month)
    _adjusted(window, service, month, following)


def _payout(window, month):
    """Eight different days a month, one visit a day, at most 50 dollars."""
    window.open(f"/reports?month={month}")
    window.at("//summary[text()='Change …']").click()
    window.driver.execute_script("arguments[0].value = '8'", window.one("#days"))
    window.one("#most").send_keys("50")
    window.one("#currency").send_keys("USD")
    window.at("//button[text()='Decide']").click()
    words = "8 different days a month, one visit a day, 50.00 USD"
    window.until("it is decided", lambda: words in window.one(".flash").text)
    assert words in window.one("#payout ~ p").text, window.one("#payout ~ p").text


def _report(window, service):
    """Of March, which has the sample's visits: rows lead to their visits, titles sort."""
    window.open("/reports?month=2024-03")
    window.look_at("report")
    report = service.read("/v1/reports/2024-03")
    rows = window.all("#rows ~ .scroll tbody tr")
    assert len(rows) == len(report["rows"]), f"{len(rows)} rows, {len(report['rows'])} of the API"
    window.at("//thead//a[text()='Visits']").click()
    window.until("it is sorted", lambda: window.all("th[aria-sort=descending]"))
    shown = [int(row.find_elements("tag name", "td")[0].text) for row in window.all("#rows ~ .scroll tbody tr")]
    assert shown == sorted((row["visits"] for row in report["rows"]), reverse=True), shown
    window.one("#rows ~ .scroll tbody th a").click()
    window.until("its visits", lambda: window.one("h1").text == "Visits")
    assert "month=2024-03" in window.driver.current_url, window.driver.current_url
    assert 0 < len(window.all("tbody tr")) <= shown[0], "a row does not lead to its visits"
    window.open("/reports?month=2024-03&by=group")
    words = [row.text for row in window.all("#rows ~ .scroll tbody th")]
    assert "Harrow Foods" in words, words
    window.open("/reports?month=2024-03&by=facility")
    window.look_at("report-facilities")


def _files(window, service, month):
    """The workbook and the CSV have the rows and visits of the API, with values that a spreadsheet can compute with."""
    window.open(f"/reports?month={month}")
    report = service.read(f"/v1/reports/{month}")
    lines = service.read(f"/v1/reports/{month}?by=visit")
    book = openpyxl.load_workbook(io.BytesIO(download(window, "//a[text()='XLSX']")))
    assert book.sheetnames == ["Members", "Visits"], book.sheetnames
    members, visits = (_rows(book[name]) for name in book.sheetnames)
    assert [(row["Member"], row["Visits"], row["Days"]) for row in members] == [
        (row["member"], row["visits"], row["days"]) for row in report["rows"]], "the workbook has other rows"
    assert [(row["Change"], row["Visit"], row["Minutes"]) for row in visits] == [
        (line["change"], line["visit_id"], line["minutes"]) for line in lines], "the workbook has other visits"
    for row in visits:
        assert row["Day"].strftime("%Y-%m") == row["Month"], row
        longer = (row["Left"] - row["Entered"]).total_seconds() / 60 - row["Minutes"]
        # On 10 March the clocks went forward by an hour.
        assert 0 <= longer < 1 or row["Day"].day == 10 and 60 <= longer < 61, row
    rows = list(csv.DictReader(io.StringIO(download(window, "//a[text()='CSV']").decode())))
    assert [int(row["visits"]) for row in rows] == [row["visits"] for row in report["rows"]], rows
    assert [row["payout"] for row in rows] == [f"{float(row['payout']):g}" for row in report["rows"]], rows


def _rows(sheet):
    rows = list(sheet.iter_rows(values_only=True))
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def _closed(window, service, month):
    """With the visits that the page showed."""
    before = service.read(f"/v1/reports/{month}")
    window.open(f"/reports?month={month}")
    window.one("#sure").click()
    window.at("//button[starts-with(text(), 'Close ')]").click()
    window.until("it is closed", lambda: "is closed" in window.one(".flash").text)
    window.look_at("report-closed")
    after = service.read(f"/v1/reports/{month}")
    assert after["closed_at"] and after["rows"] == before["rows"], "the closed month has other rows"
    assert month in [closed["month"] for closed in service.read("/v1/months")["closed"]]


def _adjusted(window, service, month, following):
    """A visit that is declined now is removed by an adjustment of the next month, and stays in the closed file."""
    file = service.read("/v1/reports/2024-03?by=visit")
    visit = service.read("/v1/visits?member=M-1001&month=2024-03&counted=true&limit=1")["visits"][0]
    window.open(f"/visits/{visit['visit_id']}")
    window.one("#note").send_keys("not there")
    window.one("button[value=decline]").click()
    window.until("it is declined", lambda: "The visit does not count." in window.one(".flash").text)
    window.open(f"/reports?month={following}")
    window.until("the adjustment", lambda: window.all("#adjustments"))
    window.look_at("report-adjusted")
    assert "removed" in window.one("#adjustments ~ .scroll").text, window.one("#adjustments ~ .scroll").text
    lines = service.read(f"/v1/reports/{following}?by=visit")
    assert [(line["change"], line["visit_id"]) for line in lines] == [(-1, visit["visit_id"])], lines
    unchanged = [{key: line[key] for key in ("change", "visit_id", "minutes", "group")} for line in file]
    again = service.read("/v1/reports/2024-03?by=visit")
    assert [{key: line[key] for key in ("change", "visit_id", "minutes", "group")} for line in again] == unchanged
