// Draws the maps of a page with Leaflet: on tiles where they are configured, else on a plain grid. Names are
// inserted as text only.
"use strict";
(() => {
    const colors = getComputedStyle(document.documentElement);
    // Small enough for a phone's screen.
    const popup = { maxWidth: 200 };
    const color = (name) => colors.getPropertyValue(name).trim();

    const Grid = L.GridLayer.extend({
        createTile() {
            const tile = document.createElement("div");
            tile.className = "grid-tile";
            return tile;
        },
    });

    // The content of a popup: a name is never inserted as HTML.
    function label(name, address) {
        const node = document.createElement(address ? "a" : "strong");
        node.textContent = name;
        if (address && address.startsWith("/")) node.href = address;
        return node;
    }

    function plainText(text) {
        const node = document.createElement("span");
        node.textContent = text;
        return node.innerHTML;
    }

    function draw(map, note, content) {
        const bounds = L.latLngBounds([]);
        for (const shape of content.shapes) {
            const ink = color(shape.watched ? "--good" : "--accent");
            const style = { color: ink, weight: 2, fillColor: ink, fillOpacity: 0.18 };
            const place = [shape.latitude, shape.longitude];
            const fence = shape.polygons ? L.polygon(shape.polygons, style) : L.circle(place, { ...style, radius: shape.radius_m });
            fence.addTo(map).bindPopup(() => label(shape.name, shape.address), popup);
            bounds.extend(fence.getBounds());
            // At a low zoom level a fence is smaller than a dot.
            L.circleMarker(place, { radius: 4, weight: 1, color: ink, fillColor: ink, fillOpacity: 0.9 })
                .addTo(map).bindPopup(() => label(shape.name, shape.address), popup);
        }
        for (const track of content.tracks) {
            const ink = color("--text");
            const way = L.polyline(track, { color: ink, weight: 3, opacity: 0.75 }).addTo(map);
            for (const place of track) L.circleMarker(place, { radius: 2, weight: 1, color: ink }).addTo(map);
            bounds.extend(way.getBounds());
        }
        for (const point of content.points) {
            const place = [point.latitude, point.longitude];
            const style = { radius: 7, weight: 3, color: color("--card"), fillColor: color("--bad"), fillOpacity: 1 };
            L.circleMarker(place, style).addTo(map).bindPopup(() => label(point.name), popup);
            bounds.extend(place);
        }
        if (bounds.isValid()) map.fitBounds(bounds.pad(0.15), { maxZoom: 17, animate: false });
        note.textContent = content.note || (bounds.isValid() ? "" : "There is nothing to show on the map.");
    }

    for (const frame of document.querySelectorAll(".map-frame")) {
        const place = frame.querySelector(".map");
        const note = frame.querySelector(".map-note");
        const map = L.map(place, { preferCanvas: true, zoomAnimation: false, fadeAnimation: false });
        map.setView([20, 0], 1);
        map.attributionControl.setPrefix(false);
        if (place.dataset.tiles) {
            L.tileLayer(place.dataset.tiles, { attribution: plainText(place.dataset.attribution || ""), maxZoom: 19 }).addTo(map);
        } else {
            new Grid({ maxZoom: 19 }).addTo(map);
        }
        map.setMaxZoom(19);
        L.control.scale().addTo(map);
        if (place.dataset.document) {
            draw(map, note, JSON.parse(place.dataset.document));
        } else {
            fetch(place.dataset.source, { headers: { Accept: "application/json" } })
                .then((answer) => answer.ok ? answer.json() : Promise.reject(new Error()))
                .then((content) => draw(map, note, content))
                .catch(() => { note.textContent = "The map could not be loaded."; });
        }
    }
})();
