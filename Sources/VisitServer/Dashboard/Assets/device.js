// A simulated restart or update of the app: the page stays, and its live list shows the resulting events.
"use strict";
(() => {
    const place = document.getElementById("simulated");

    async function send(form) {
        const button = form.querySelector("button");
        button.disabled = true;
        place.textContent = "Requested …";
        try {
            const answer = await fetch(form.action, {
                method: "POST",
                headers: { Accept: "application/json" },
                body: new URLSearchParams(new FormData(form)),
            });
            place.textContent = answer.ok ? (await answer.json()).told : "It failed; reload the page.";
        } catch {
            place.textContent = "The service does not respond.";
        }
        button.disabled = false;
    }

    for (const form of document.querySelectorAll("form[data-stay]")) {
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            send(form);
        });
    }
})();
