"""A user's actions with phones, members, files, webhooks and tokens."""

PAGES = {
    "devices": "/devices", "device": "/devices/ios-past", "device-events": "/devices/ios-past/events",
    "members": "/members", "member": "/members/M-1001?month=2024-03", "erase": "/members/M-1001/erase",
    "webhooks": "/webhooks", "deliveries": "/deliveries", "import": "/import", "set-up": "/setup?app=overland",
    "replay": "/deliveries/replay", "quarantine": "/quarantine", "tokens": "/tokens",
    "access-record": "/access-record",
}


def walk(window, service):
    for name, path in PAGES.items():
        window.open(path)
        if name == "device":
            window.until("the track is drawn", lambda: window.all(".map canvas"))
        window.look_at(name)
        assert not window.all("main script, main img"), f"{name}: a name became HTML"
    _restart(window)
    _import(window, service)
    _set_up(window)
    _endpoint(window, service)
    _send_now(window)
    _replay(window, service)


def _restart(window):
    """A simulated restart: the phone's system drops its geofences, and they are registered again on the open page."""
    window.open("/devices/android-1001")
    window.until("the stream is on", lambda: window.one("#live-state").text == "live")
    before = len(window.all("#live-events li"))
    window.one("form[data-stay] button").click()
    window.until("the result is shown", lambda: "(simulated): 2 events" in window.one("#simulated").text)
    window.until("the events come live", lambda: len(window.all("#live-events li")) == before + 2)
    newest = [item.text.split()[0] for item in window.all("#live-events li")[:2]]
    assert newest == ["Registered", "Unregistered"], f"events of the restart: {newest}"
    window.look_at("device-restarted")


def _import(window, service):
    """A file with a bad line is previewed, checked, and imported."""
    name = f"gym-{window.look}"
    path = service.folder / f"{name}.csv"
    path.write_text(f"facility_id,name,latitude,longitude,radius\n{name},Gym {window.look},45,-93,120\nbad,Bad,95,-93,120\n")
    window.open("/import")
    window.one("#file").send_keys(str(path))
    window.until("the file is named", lambda: path.name in window.one("#chosen").text)
    window.one("main form button").click()
    window.until("the file is tried", lambda: window.one("h1").text == path.name)
    line = [row.text for row in window.all("#remarks ~ .scroll tbody tr") if "error" in row.text]
    assert len(line) == 1 and line[0].startswith("3"), f"the bad line is reported with its number: {line}"
    window.look_at("import-tried")
    window.one("form[action='/import/confirm'] button").click()
    window.until("the file is imported", lambda: "facilities added: 1" in window.one(".flash").text)


def _set_up(window):
    window.open("/setup?app=owntracks")
    window.one("#address").clear()
    window.one("#address").send_keys("https://footfall.example.org")
    window.one("#member").send_keys("ann")
    window.one("#device").send_keys("anns-phone")
    window.one("#platform option[value=android]").click()
    window.one("main form button").click()
    window.until("there is a code to read", lambda: window.all("svg.qr path"))
    window.look_at("set-up-made")


def _endpoint(window, service):
    window.open("/webhooks")
    window.one("#url").send_keys("https://partner.example.org/hook")
    window.one("#id").send_keys(f"e-{window.look}")
    window.one("form[action='/webhooks'] button").click()
    window.until("the secret is shown", lambda: window.one("#secret").text.startswith("whsec_"))
    window.look_at("webhook-added")
    service.visit(f"hooked-{window.look}", f"hooked-{window.look}", minutes_ago=120, minutes=40)
    window.open("/webhooks")
    window.look_at("webhooks-with-deliveries")
    window.one("section[aria-labelledby=latest] tbody a").click()
    window.until("the message", lambda: window.one("h1").text.startswith("Message"))
    window.look_at("message")


def _send_now(window):
    """The messages of an endpoint that fails are counted, and then sent before their time."""
    endpoint = f"e-{window.look}"

    def waits():
        window.open(f"/deliveries?endpoint={endpoint}")
        return any(badge.text == "waits for a retry" for badge in window.all("main table tbody .badge"))

    window.until("a message waits for a retry", waits)
    window.look_at("deliveries-waiting")
    window.open("/webhooks")
    window.at(f"//section[@aria-label='Endpoint {endpoint}']//a[text()='Send failed messages now']").click()
    window.until("the preview", lambda: window.one("h1").text == "Send messages now")
    assert window.one("#endpoint").get_attribute("value") == endpoint, "the preview is not of the endpoint"

    def is_selected():
        # A retry that is due at this moment waits for none.
        window.driver.refresh()
        return window.one("#state-scheduled").is_selected()

    window.until("messages that wait for a retry are selected", is_selected)
    assert not window.one("#state-delivered").is_selected(), "delivered messages are selected"
    window.look_at("replay-of-endpoint")
    window.one("form[method=post][action='/deliveries/replay'] button").click()
    window.until("it is said", lambda: "sent now" in window.one(".flash").text)
    window.look_at("webhooks-sent-now")


def _replay(window, service):
    """A message that another system got is sent to it once more, and arrives."""
    window.open("/deliveries?endpoint=partner")
    window.until("a message was delivered", lambda: _state(window, "delivered"))
    window.one("main table tbody a").click()
    window.until("the message", lambda: window.one("h1").text.startswith("Message"))
    message = window.one("h1").text.removeprefix("Message ")
    before = service.receiver.received_count()
    assert before > 0, "a message is shown as delivered that the receiver did not get"
    assert not service.receiver.was_received_twice(message), f"{message} was received twice before the replay"
    row = "//tr[th[text()='partner']]"
    window.at(f"{row}//button").click()
    window.until("it is said", lambda: window.all(".flash"))
    window.until("it is received again", lambda: service.receiver.was_received_twice(message))
    window.until("both tries are shown", lambda: _tries(window, "partner") == 2)
    assert service.receiver.received_count() == before, "a replayed message counts as another"
    window.look_at("message-replayed")


def _state(window, state):
    """Whether the first delivery of the page is in a state; asks the service again."""
    window.driver.refresh()
    return window.all("main table tbody .badge") and window.one("main table tbody .badge").text == state


def _tries(window, endpoint):
    window.driver.refresh()
    return len([title for title in window.all("article h3") if title.text.startswith(f"{endpoint}, try ")])
