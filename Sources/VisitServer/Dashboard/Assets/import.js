// The drop zone: a dropped file is treated like a chosen one.
"use strict";
(() => {
    const zone = document.getElementById("drop");
    const input = document.getElementById("file");
    const words = document.getElementById("chosen");
    if (!zone) return;

    function tell() {
        const file = input.files[0];
        words.textContent = file ? `${file.name}, ${Math.max(1, Math.round(file.size / 1024))} kB` : "";
    }

    for (const name of ["dragenter", "dragover"]) {
        zone.addEventListener(name, (event) => {
            event.preventDefault();
            zone.classList.add("over");
        });
    }
    for (const name of ["dragleave", "drop"]) {
        zone.addEventListener(name, () => zone.classList.remove("over"));
    }
    zone.addEventListener("drop", (event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length === 0) return;
        input.files = event.dataTransfer.files;
        tell();
    });
    input.addEventListener("change", tell);
    zone.querySelector(".drop-hint").hidden = false;
})();
