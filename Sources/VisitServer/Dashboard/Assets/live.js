// The live list of the overview: events as they happen, and updated numbers after each. Text is inserted as text only.
"use strict";
(() => {
    const list = document.getElementById("live-events");
    const state = document.getElementById("live-state");
    const numbers = document.getElementById("live-numbers");
    const template = document.getElementById("live-event");
    const kinds = ["Registered", "Unregistered", "Entered", "Dwell", "Exited", "Heartbeat", "Error"];
    const longest = Number(list.dataset.longest || 25);
    let timer = null;

    function say(text, style) {
        state.textContent = text;
        state.className = "pulse " + style;
    }

    function show(event) {
        // After a reconnection the stream may repeat an event that is on the page already.
        if ([...list.children].some((item) => item.dataset.event === event.event_id)) return;
        const item = template.content.firstElementChild.cloneNode(true);
        const kind = item.querySelector(".kind");
        const link = item.querySelector("a");
        const time = item.querySelector("time");
        const visit = item.querySelector(".when");
        item.dataset.event = event.event_id;
        kind.textContent = event.word;
        if (kinds.includes(event.kind)) {
            kind.classList.add(event.kind);
            item.classList.add(event.kind);
        }
        link.textContent = event.subject;
        if (event.address && event.address.startsWith("/")) link.href = event.address;
        if (event.visit && event.visit.startsWith("/")) visit.href = event.visit;
        item.querySelector(".quiet").textContent = event.device;
        time.textContent = event.clock;
        time.dateTime = event.iso;
        item.classList.add("fresh");
        list.prepend(item);
        // Folded ones are not counted with those that are in sight.
        const isFolded = (item) => item.matches(".Registered, .Unregistered");
        const alike = [...list.children].filter((other) => isFolded(other) === isFolded(item));
        for (const old of alike.slice(longest)) old.remove();
        document.getElementById("live-empty").hidden = true;
    }

    async function count() {
        timer = null;
        try {
            const answer = await fetch(numbers.dataset.address, { headers: { Accept: "application/json" } });
            if (!answer.ok) return;
            const values = await answer.json();
            for (const place of numbers.querySelectorAll("[data-number]")) {
                const value = values[place.dataset.number];
                if (typeof value === "string") place.textContent = value;
            }
        } catch {
            // The stream's state shows that the service is unavailable.
        }
    }

    // Several simultaneous events update the numbers once.
    function countSoon() {
        if (timer === null) timer = setTimeout(count, 400);
    }

    const stream = new EventSource(list.dataset.address + "?last_event_id=" + list.dataset.newest);
    stream.onopen = () => {
        say("live", "on");
        countSoon();
    };
    stream.onerror = () => {
        if (stream.readyState === EventSource.CLOSED) say("not live: load the page anew", "off");
        else say("connecting again", "off");
    };
    for (const kind of kinds) {
        stream.addEventListener(kind, (message) => {
            show(JSON.parse(message.data));
            countSoon();
        });
    }
    setInterval(countSoon, 15000);
    window.addEventListener("pagehide", () => stream.close());
})();
