// Draws the maps of a page with Leaflet: on tiles where they are configured, else on the base map that comes with the
// service. Names are inserted as text only.
"use strict";
(() => {
    const colors = getComputedStyle(document.documentElement);
    // Small enough for a phone's screen.
    const popup = { maxWidth: 200 };
    const color = (name) => colors.getPropertyValue(name).trim();

    // ---- The base map: Natural Earth, drawn into tiles

    // A ring or line as Mercator coordinates of 0...1, with its bounds.
    function projected(flat, unit) {
        const points = new Float64Array(flat.length);
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        for (let i = 0, x = 0, y = 0; i < flat.length; i += 2) {
            x += flat[i];
            y += flat[i + 1];
            const sine = Math.sin(Math.max(-85.0511, Math.min(85.0511, y * unit)) * Math.PI / 180);
            points[i] = x * unit / 360 + 0.5;
            points[i + 1] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
            box[0] = Math.min(box[0], points[i]);
            box[1] = Math.min(box[1], points[i + 1]);
            box[2] = Math.max(box[2], points[i]);
            box[3] = Math.max(box[3], points[i + 1]);
        }
        return { points, box };
    }

    function prepared(asset) {
        const areas = (list) => list.map((rings) => {
            const parts = rings.map((ring) => projected(ring, asset.unit));
            return { parts, box: parts[0].box };
        });
        const lines = (list) => list.map((line) => projected(line, asset.unit)).map((part) => ({ parts: [part], box: part.box }));
        return {
            layers: [
                { shapes: areas(asset.land), fill: "--map-land" },
                { shapes: areas(asset.urban), fill: "--map-urban", from: 4 },
                { shapes: areas(asset.lakes), fill: "--map-water", from: 2 },
                { shapes: lines(asset.states), stroke: "--map-line", from: 3 },
                { shapes: lines(asset.borders), stroke: "--map-border" },
            ].map((layer) => ({ ...layer, ink: color(layer.fill || layer.stroke) })),
            places: asset.places.map(([x, y, rank, name]) => ({ place: L.latLng(y * asset.unit, x * asset.unit), rank, name })),
        };
    }

    // Points closer than most of a pixel to the one before are left out.
    function trace(context, part, scale, left, top) {
        const points = part.points;
        let lastX = NaN, lastY = NaN;
        for (let i = 0; i < points.length; i += 2) {
            const x = points[i] * scale - left, y = points[i + 1] * scale - top;
            if (i === 0) {
                context.moveTo(x, y);
            } else if (Math.abs(x - lastX) < 0.7 && Math.abs(y - lastY) < 0.7) {
                continue;
            } else {
                context.lineTo(x, y);
            }
            lastX = x;
            lastY = y;
        }
    }

    function drawTile(canvas, coords, base, size) {
        const context = canvas.getContext("2d");
        const ratio = canvas.width / size;
        const scale = size * 2 ** coords.z;
        // The world repeats to the east and west.
        const turns = Math.floor(coords.x / 2 ** coords.z);
        const left = (coords.x - turns * 2 ** coords.z) * size, top = coords.y * size;
        const box = [(left - 2) / scale, (top - 2) / scale, (left + size + 2) / scale, (top + size + 2) / scale];
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.fillStyle = color("--map-water");
        context.fillRect(0, 0, size, size);
        for (const layer of base.layers) {
            if (coords.z < (layer.from || 0)) continue;
            context.beginPath();
            for (const shape of layer.shapes) {
                const it = shape.box;
                if (it[2] < box[0] || it[0] > box[2] || it[3] < box[1] || it[1] > box[3]) continue;
                for (const part of shape.parts) {
                    trace(context, part, scale, left, top);
                    if (layer.fill) context.closePath();
                }
            }
            if (layer.fill) {
                context.fillStyle = layer.ink;
                context.fill("evenodd");
            } else {
                context.strokeStyle = layer.ink;
                context.lineWidth = 1;
                context.stroke();
            }
        }
    }

    // Tiles wait for their turn, so that a frame of a pan is not held up by many at once.
    const waiting = [];
    function drawWaiting() {
        const end = performance.now() + 6;
        try {
            while (waiting.length && performance.now() < end) waiting.shift()();
        } finally {
            if (waiting.length) requestAnimationFrame(drawWaiting);
        }
    }

    const BaseMap = L.GridLayer.extend({
        initialize(base, options) {
            this.base = base;
            L.setOptions(this, options);
        },
        createTile(coords, done) {
            const canvas = document.createElement("canvas");
            const size = this.getTileSize().x;
            canvas.width = canvas.height = size * Math.min(2, window.devicePixelRatio || 1);
            canvas.style.width = canvas.style.height = `${size}px`;
            if (!waiting.length) requestAnimationFrame(drawWaiting);
            waiting.push(() => {
                // It may have left the map meanwhile.
                if (!canvas.parentNode) return;
                drawTile(canvas, coords, this.base, size);
                done(null, canvas);
            });
            return canvas;
        },
    });

    // The names of towns in view, the more the closer, none over another.
    function nameTowns(map, base) {
        const names = L.layerGroup().addTo(map);
        const update = () => {
            names.clearLayers();
            const bounds = map.getBounds(), zoom = map.getZoom();
            const taken = [];
            for (const { place, rank, name } of base.places) {
                if (rank > zoom + 1 || taken.length >= 40) break;
                if (!bounds.contains(place)) continue;
                const at = map.latLngToContainerPoint(place);
                const width = name.length * 7 + 12;
                if (taken.some((other) => Math.abs(other.x - at.x) < (other.width + width) / 2 && Math.abs(other.y - at.y) < 18)) continue;
                taken.push({ x: at.x, y: at.y, width });
                const label = document.createElement("span");
                label.textContent = name;
                const icon = L.divIcon({ className: "town", html: label, iconSize: null });
                L.marker(place, { icon, interactive: false, keyboard: false }).addTo(names);
            }
        };
        map.on("moveend", update);
        update();
    }

    let baseMap;
    function addBaseMap(map, address) {
        baseMap = baseMap || fetch(address)
            .then((answer) => answer.ok ? answer.json() : Promise.reject(new Error()))
            .then((asset) => ({ ...prepared(asset), attribution: asset.attribution }));
        baseMap.then((base) => {
            new BaseMap(base, { maxZoom: 19, attribution: plainText(base.attribution) }).addTo(map);
            nameTowns(map, base);
        }).catch(() => { /* The map is then a plain ground. */ });
    }

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

    // ---- What the service says

    function drawShape(layer, bounds, shape) {
        const ink = color(shape.watched ? "--good" : "--accent");
        const style = { color: ink, weight: 2, fillColor: ink, fillOpacity: 0.18 };
        const place = [shape.latitude, shape.longitude];
        const fence = shape.polygons ? L.polygon(shape.polygons, style) : L.circle(place, { ...style, radius: shape.radius_m });
        fence.addTo(layer).bindPopup(() => label(shape.name, shape.address), popup);
        bounds.extend(fence.getBounds());
        // At a low zoom level a fence is smaller than a dot.
        L.circleMarker(place, { radius: 4, weight: 1, color: ink, fillColor: ink, fillOpacity: 0.9 })
            .addTo(layer).bindPopup(() => label(shape.name, shape.address), popup);
    }

    function drawCluster(map, layer, bounds, cluster) {
        const size = 26 + 6 * Math.floor(Math.log10(cluster.count));
        const number = document.createElement("span");
        number.textContent = cluster.count.toLocaleString("en");
        const icon = L.divIcon({ className: "cluster", html: number, iconSize: [size, size] });
        const place = [cluster.latitude, cluster.longitude];
        const title = `${number.textContent} facilities: zoom in`;
        L.marker(place, { icon, title, alt: title }).addTo(layer).on("click", () => {
            map.setView(place, Math.min(map.getZoom() + 3, 19));
            // The marker goes away, and the focus would with it.
            map.getContainer().focus();
        });
        bounds.extend(place);
    }

    function drawTrack(layer, bounds, track) {
        const ink = color("--text");
        const places = track.map((fix) => [fix.latitude, fix.longitude]);
        bounds.extend(L.polyline(places, { color: ink, weight: 3, opacity: 0.75 }).addTo(layer).getBounds());
        // Some times stay in sight, the others show where the pointer is.
        const step = Math.max(1, Math.ceil(track.length / 6));
        track.forEach((fix, index) => {
            const dot = L.circleMarker(places[index], { radius: 3, weight: 1, color: ink, fillColor: ink, fillOpacity: 0.6 }).addTo(layer);
            const isShown = index % step === 0 || index === track.length - 1;
            dot.bindTooltip(fix.time, { permanent: isShown, direction: "right", className: "time" });
        });
    }

    function draw(map, layer, note, content, isFirst) {
        layer.clearLayers();
        const bounds = L.latLngBounds([]);
        for (const shape of content.shapes) drawShape(layer, bounds, shape);
        for (const cluster of content.clusters) drawCluster(map, layer, bounds, cluster);
        for (const track of content.tracks) drawTrack(layer, bounds, track);
        for (const point of content.points) {
            const place = [point.latitude, point.longitude];
            const style = { radius: 7, weight: 3, color: color("--card"), fillColor: color("--bad"), fillOpacity: 1 };
            L.circleMarker(place, style).addTo(layer).bindPopup(() => label(point.name, point.address), popup);
            bounds.extend(place);
        }
        const shown = content.bounds ? L.latLngBounds(content.bounds) : bounds;
        // Points alone say little without what is around them.
        const maxZoom = content.shapes.length || content.tracks.length ? 17 : 12;
        if (isFirst && shown.isValid()) map.fitBounds(shown.pad(0.15), { maxZoom, animate: false });
        note.textContent = content.note || (shown.isValid() || content.follows_view ? "" : "There is nothing to show on the map.");
    }

    async function read(address) {
        const answer = await fetch(address, { headers: { Accept: "application/json" } });
        if (!answer.ok) throw new Error();
        return answer.json();
    }

    // The facilities of a part of the map, on the side of the antimeridian that is shown.
    function turned(content, map) {
        const turn = (place) => ({
            ...place, longitude: place.longitude + 360 * Math.round((map.getCenter().lng - place.longitude) / 360),
        });
        const shapes = content.shapes.map((shape) => (shape.polygons ? shape : turn(shape)));
        return { ...content, shapes, clusters: content.clusters.map(turn) };
    }

    // Keeps a map's content up to date: the latest answer is drawn, and after a popup was closed, which drawing would close.
    function painter(map, layer, note) {
        let latest = 0, isFirst = true, waitingContent = null, painted = null;
        const isReading = () => layer.getLayers().some((item) => item.isPopupOpen && item.isPopupOpen());
        const paint = (content) => {
            const last = content.points[content.points.length - 1];
            const wasInView = !isFirst && painted && map.getBounds().contains(painted);
            draw(map, layer, note, content.follows_view && !isFirst ? turned(content, map) : content, isFirst);
            isFirst = false;
            // A phone that leaves the map takes it along, unless the reader has moved it away.
            const place = last && content.tracks.length ? L.latLng(last.latitude, last.longitude) : null;
            if (place && wasInView && !map.getBounds().contains(place)) map.panTo(place, { animate: false });
            painted = place;
        };
        map.on("popupclose", () => {
            const content = waitingContent;
            waitingContent = null;
            if (content) setTimeout(() => paint(content));
        });
        return async (content) => {
            const turn = ++latest;
            try {
                const found = await content;
                if (turn !== latest) return;
                if (isReading()) waitingContent = found;
                else paint(found);
            } catch {
                if (turn === latest) note.textContent = "The map could not be loaded.";
            }
        };
    }

    async function show(map, layer, note, place) {
        const source = place.dataset.source;
        const paint = painter(map, layer, note);
        if (place.dataset.document) return paint(JSON.parse(place.dataset.document));
        const first = read(source);
        await paint(first);
        const seconds = Number(place.dataset.refresh);
        if (seconds) setInterval(() => { if (!document.hidden) paint(read(source)); }, seconds * 1000);
        if (!await first.then((content) => content.follows_view, () => false)) return;
        const follow = () => {
            const bounds = map.getBounds();
            const view = new URLSearchParams({
                south: bounds.getSouth(), north: bounds.getNorth(), west: bounds.getWest(), east: bounds.getEast(),
                zoom: map.getZoom(),
            });
            paint(read(`${source}${source.includes("?") ? "&" : "?"}${view}`));
        };
        map.on("moveend", follow);
        follow();
    }

    for (const frame of document.querySelectorAll(".map-frame")) {
        const place = frame.querySelector(".map");
        const note = frame.querySelector(".map-note");
        const map = L.map(place, { preferCanvas: true, zoomAnimation: false, fadeAnimation: false, worldCopyJump: true, minZoom: 1 });
        map.setView([20, 0], 1);
        map.attributionControl.setPrefix(false);
        if (place.dataset.tiles) {
            L.tileLayer(place.dataset.tiles, { attribution: plainText(place.dataset.attribution || ""), maxZoom: 19 }).addTo(map);
        } else {
            addBaseMap(map, place.dataset.basemap);
        }
        map.setMaxZoom(19);
        L.control.scale().addTo(map);
        show(map, L.layerGroup().addTo(map), note, place);
    }
})();
