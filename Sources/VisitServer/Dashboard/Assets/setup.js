// Waits for the first fix of a phone that was set up, and says when it is here. Text is inserted as text only.
"use strict";
(() => {
    const place = document.getElementById("first-fix");
    const link = document.getElementById("first-fix-link");
    // Longer than a set-up takes; after that the page stays open without asking.
    const end = Date.now() + 30 * 60 * 1000;

    async function look() {
        try {
            const answer = await fetch(place.dataset.address, { headers: { Accept: "application/json" } });
            if (answer.ok) {
                const found = await answer.json();
                if (place.textContent !== found.text) place.textContent = found.text;
                place.className = "flash " + (found.state === "refused" ? "failed" : found.state);
                link.hidden = !(found.address && found.address.startsWith("/"));
                if (!link.hidden) link.href = found.address;
                if (found.state === "received") return;
            }
        } catch {
            // The service restarts, or the machine sleeps: it is asked again.
        }
        if (Date.now() < end) setTimeout(look, 2000);
    }

    look();
})();
