"""A user's walk through the dashboard, page by page."""

import datetime

from selenium.webdriver.common.keys import Keys

from browsertest import additions, records, reports, visits


def walk(window, service):
    _sign_in(window, service)
    _overview(window, service)
    _facilities(window, service)
    _facility(window, service)
    visits.walk(window, service)
    additions.walk(window, service)
    reports.walk(window, service)
    records.walk(window, service)
    _sign_out(window)


def _sign_in(window, service):
    window.open("/facilities")
    assert "/sign-in?next=" in window.driver.current_url, "a user without a session is not redirected to the sign-in page"
    window.look_at("sign-in")
    field = window.one("#token")
    assert window.driver.switch_to.active_element == field, "the field for the token has no focus"
    field.send_keys("ff_wrong", Keys.ENTER)
    window.until("a wrong token is refused", lambda: window.all("[role=alert]"))
    window.one("#token").send_keys(service.admin, Keys.ENTER)
    window.until("the page asked for", lambda: window.one("h1").text == "Facilities")
    # The answer 403 to the wrong token is the only thing that may stand in the console.
    lines = [entry["message"] for entry in window.driver.get_log("browser")]
    assert all("403" in line and "/sign-in" in line for line in lines), f"the console says: {lines}"


def _overview(window, service):
    window.one("nav a").click()
    window.until("the overview", lambda: window.one("h1").text == "Overview")
    window.one("body").send_keys(Keys.TAB)
    assert window.driver.switch_to.active_element.text == "Skip to the content", "the first stop is not the skip link"
    window.until("the stream is on", lambda: window.one("#live-state").text == "live")
    # A visit happens while the page is open: a phone comes, and is still there after the dwell time.
    name = f"phone-{window.look}"
    now = datetime.datetime.now(datetime.timezone.utc)
    before = int(window.one("[data-number=visits_today]").text)
    for minutes in [24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0]:
        service.fix(name, f"member-{window.look}", now - datetime.timedelta(minutes=minutes), 0.02 if minutes > 20 else 0)
    service.deliver_geofences(name)
    window.until("the visit happens live", lambda: _kinds(window, name) >= {"Entered", "Dwell"})
    # In the first minutes after midnight it began yesterday.
    counted = before + ((now - datetime.timedelta(minutes=20)).date() == now.date())
    window.until("it is counted", lambda: int(window.one("[data-number=visits_today]").text) == counted)
    names = [item.text for item in window.all("#live-events a")]
    assert service.HOSTILE in names, f"a name that looks like HTML is not shown as text: {names[:3]}"
    assert not window.all("main script, main img"), "a name became HTML"
    folded = [item for item in window.all("#live-events li.Registered") if item.is_displayed()]
    assert not folded, "registered geofences are in sight"
    window.one("#registrations").click()
    window.until("they are unfolded", lambda: any(item.is_displayed() for item in window.all("#live-events li.Registered")))
    window.one("#registrations").click()
    window.until("the phones are on the map", lambda: window.all(".map canvas"))
    assert window.all("#days ~ svg"), "there is no chart of the days"
    window.one("h1").click()
    window.look_at("overview")


def _kinds(window, device):
    # Those of registered geofences are folded, and have no text.
    items = [item.text for item in window.all("#live-events li") if item.text]
    return {item.split()[0] for item in items if device in item}


def _facilities(window, service):
    window.open("/facilities")
    window.until("the map is drawn", lambda: window.all(".map canvas"))
    window.until("the base map is drawn", lambda: window.all(".leaflet-tile-pane canvas.leaflet-tile-loaded"))
    window.until("it is attributed", lambda: "Natural Earth" in window.one(".leaflet-control-attribution").text)
    window.look_at("facilities")
    first = window.one(".cards h3").text
    window.one("[rel=next]").click()
    window.until("another page of cards", lambda: window.one(".cards h3").text != first)
    window.one("#q").send_keys("springfield", Keys.ENTER)
    window.until("the search finds one", lambda: len(window.all(".cards .card")) == 1)
    assert service.HOSTILE in window.one(".cards .card").text, "the name is not shown as text"
    # A browser sends a blank as a plus.
    window.one("#q").clear()
    window.one("#q").send_keys("Quillmoor Studio", Keys.ENTER)
    window.until("a name of two words is found", lambda: len(window.all(".cards .card")) > 1)
    assert "q=Quillmoor+Studio" in window.driver.current_url, window.driver.current_url
    assert window.one("#q").get_attribute("value") == "Quillmoor Studio", "the search is not shown as it was typed"
    window.open("/facilities?q=springfield")

    def is_monitored():
        # What was delivered is looked up again after some seconds.
        window.driver.refresh()
        return "Monitoring" in window.one(".cards .card").text

    window.until("the card says that the facility is monitored", is_monitored)
    window.one("#q").clear()
    window.one("#member").send_keys(f"member-{window.look}", Keys.ENTER)
    window.until("the member's cards", lambda: "inside the fence" in window.one(".cards .card").text)
    assert "In now" in window.one(".cards .card").text, "the nearest card does not say that the member is there"
    window.look_at("facilities-of-member")


def _facility(window, service):
    window.open("/facilities/hostile")
    window.until("the fence is drawn", lambda: window.all(".map canvas"))
    assert window.one("h1").text == service.HOSTILE, "the name is not shown as text"
    assert window.all(".chart rect.counted"), "the chart has no bar"
    assert window.all("#inside ~ .line"), "no member is inside"
    # The dot of the fence opens its name, as text.
    window.driver.execute_script("document.querySelector('.map').scrollIntoView({ block: 'center' })")
    window.one(".map").click()
    window.until("the name on the map", lambda: window.all(".leaflet-popup-content"))
    assert window.one(".leaflet-popup-content").text == service.HOSTILE, "the name on the map is not shown as text"
    window.one("summary").click()
    window.look_at("facility")


def _sign_out(window):
    window.one("form[action='/sign-out'] button").click()
    window.until("signed out", lambda: window.one("h1").text == "Sign in")
    window.open("/")
    assert "/sign-in" in window.driver.current_url, "the overview is shown after signing out"
