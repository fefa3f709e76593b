"""What a person does with phones, members, files, webhooks and tokens."""

PAGES = {
    "devices": "/devices", "device": "/devices/ios-past", "device-events": "/devices/ios-past/events",
    "members": "/members", "member": "/members/M-1001?month=2024-03", "erase": "/members/M-1001/erase",
    "webhooks": "/webhooks", "deliveries": "/deliveries", "import": "/import", "set-up": "/setup?app=overland",
    "quarantine": "/quarantine", "tokens": "/tokens",
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


def _restart(window):
    """A phone restarts in pretence: its system forgets its geofences, and they come back while one looks."""
    window.open("/devices/android-1001")
    window.until("the stream is on", lambda: window.one("#live-state").text == "live")
    before = len(window.all("#live-events li"))
    window.one("form[data-stay] button").click()
    window.until("it is told", lambda: "in pretence: 2 events" in window.one("#simulated").text)
    window.until("the events come live", lambda: len(window.all("#live-events li")) == before + 2)
    newest = [item.text.split()[0] for item in window.all("#live-events li")[:2]]
    assert newest == ["Registered", "Unregistered"], f"what came of the restart: {newest}"
    window.look_at("device-restarted")


def _import(window, service):
    """A file with a bad line is tried, looked at, and imported."""
    name = f"gym-{window.look}"
    path = service.folder / f"{name}.csv"
    path.write_text(f"facility_id,name,latitude,longitude,radius\n{name},Gym {window.look},45,-93,120\nbad,Bad,95,-93,120\n")
    window.open("/import")
    window.one("#file").send_keys(str(path))
    window.until("the file is named", lambda: path.name in window.one("#chosen").text)
    window.one("main form button").click()
    window.until("the file is tried", lambda: window.one("h1").text == path.name)
    line = [row.text for row in window.all("#remarks ~ .scroll tbody tr") if "error" in row.text]
    assert len(line) == 1 and line[0].startswith("3"), f"the bad line is told with its number: {line}"
    window.look_at("import-tried")
    window.one("form[action='/import/confirm'] button").click()
    window.until("the file is imported", lambda: "facilities added: 1" in window.one(".flash").text)


def _set_up(window):
    window.open("/setup?app=owntracks")
    window.one("#address").clear()
    window.one("#address").send_keys("https://footfall.example.org")
    window.one("#member").send_keys("ann")
    window.one("#device").send_keys("anns-phone")
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
