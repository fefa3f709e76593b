// The review queue by keys: each key sends the page's form for the current visit, or for the chosen ones, and moves on.
"use strict";
(() => {
    const form = document.getElementById("review-form");
    if (!form) return;
    const rows = [...document.querySelectorAll("#queue li")];
    const state = document.getElementById("review-state");
    const picture = document.getElementById("picture");
    const reasons = [...document.querySelectorAll("#reason-keys li span")].map((item) => item.textContent);
    const mayChange = Boolean(document.getElementById("note"));
    const done = [];
    let current = -1;
    let waitsForReason = false;
    let last = Promise.resolve();

    // The changes go out one after the other, so that undoing finds the one before it.
    function inOrder(task) {
        last = last.then(task);
    }

    function say(text, style) {
        state.textContent = text;
        state.className = "flash " + style;
        state.hidden = !text;
    }

    async function draw(row) {
        // Never that of another visit.
        picture.replaceChildren();
        let markup = null;
        try {
            const answer = await fetch(row.dataset.picture);
            if (answer.ok) markup = await answer.text();
        } catch {
            // As an answer that is none.
        }
        if (rows[current] !== row) return;
        // Markup of the service itself, which escapes every name.
        if (markup !== null) picture.innerHTML = markup;
        else picture.textContent = "The picture could not be loaded.";
    }

    function go(index) {
        if (index < 0 || index >= rows.length) return;
        if (rows[current]) rows[current].removeAttribute("aria-current");
        current = index;
        rows[current].setAttribute("aria-current", "true");
        rows[current].scrollIntoView({ block: "nearest" });
        draw(rows[current]);
    }

    function box(row) {
        return row.querySelector("input[type=checkbox]");
    }

    async function send(targets, change, note) {
        const body = new URLSearchParams();
        body.set("form_token", form.querySelector("[name=form_token]").value);
        body.set("change", change);
        if (note) body.set("note", note);
        for (const row of targets) body.append("visit", box(row).value);
        const answer = await fetch("/review", { method: "POST", body, headers: { Accept: "application/json" } });
        if (!answer.ok) throw new Error("It could not be saved; load the page again.");
        return await answer.json();
    }

    function mark(row, text, style) {
        const badge = row.querySelector(".outcome");
        badge.textContent = text;
        badge.className = "badge outcome" + (text ? " " + style : "");
        badge.hidden = !text;
        row.classList.toggle("done", Boolean(text) && style !== "bad");
        box(row).checked = false;
    }

    // Sends a change of some rows, and returns those that were changed.
    async function change(targets, name, note) {
        try {
            const outcome = await send(targets, name, note);
            return targets.filter((row) => {
                const problem = outcome.problems[row.dataset.visit];
                if (problem) say(problem, "failed");
                else box(row).value = row.dataset.visit + " " + outcome.revisions[row.dataset.visit];
                mark(row, problem ? "not changed" : outcome.decisions[row.dataset.visit], problem ? "bad" : "good");
                return !problem;
            });
        } catch (error) {
            for (const row of targets) mark(row, "not saved", "bad");
            say(error.message, "failed");
            return [];
        }
    }

    function decide(name, note) {
        const chosen = rows.filter((row) => box(row).checked);
        const targets = chosen.length > 0 ? chosen : rows[current] ? [rows[current]] : [];
        if (targets.length === 0) return;
        // The next one is shown at once; the answer marks the row.
        if (chosen.length === 0) go(current + 1);
        inOrder(async () => {
            const changed = await change(targets, name, note);
            // Of a row only its last decision is undone: undoing again would repeat it.
            for (const [index, rows] of done.entries()) done[index] = rows.filter((row) => !changed.includes(row));
            if (changed.length > 0) done.push(changed);
        });
    }

    function undo() {
        inOrder(async () => {
            let targets = done.pop();
            while (targets && targets.length === 0) targets = done.pop();
            if (!targets) return;
            await change(targets, "undo", "");
            go(rows.indexOf(targets[0]));
        });
    }

    const keys = {
        j: () => go(current + 1),
        k: () => go(current - 1),
        o: () => { if (rows[current]) location.href = rows[current].dataset.page; },
        x: () => {
            if (rows[current]) box(rows[current]).checked = !box(rows[current]).checked;
            go(current + 1);
        },
        c: () => { if (mayChange) decide("confirm"); },
        u: () => { if (mayChange) undo(); },
        d: () => {
            if (!mayChange) return;
            waitsForReason = true;
            say("Why? " + reasons.map((text, index) => (index + 1) + " " + text).join(", ") + "; any other key cancels", "");
        },
    };

    document.addEventListener("keydown", (event) => {
        const isTyping = event.target.matches("input:not([type=checkbox]), textarea, select");
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        // A digit may need Shift; a key that is held moves, and decides only once.
        if (["Shift", "CapsLock", "AltGraph"].includes(event.key)) return;
        if (event.repeat && event.key !== "j" && event.key !== "k") return;
        if (waitsForReason) {
            waitsForReason = false;
            say("", "");
            const reason = reasons[Number(event.key) - 1];
            if (reason) decide("decline", reason);
            event.preventDefault();
        } else if (keys[event.key]) {
            keys[event.key]();
            event.preventDefault();
        }
    });
    for (const [index, row] of rows.entries()) row.addEventListener("focusin", () => { if (index !== current) go(index); });
    go(0);
})();
