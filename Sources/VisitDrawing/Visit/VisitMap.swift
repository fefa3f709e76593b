internal import Foundation
internal import GeofenceEngine
internal import VisitModel

/// The map of a visit: its fence with the exit buffer, the fixes with their accuracy, and the runner-up's fence.
struct VisitMap {
    let details: VisitDetails
    let zone: TimeZoneName

    private static let height = 340.0
    /// The most fixes that are drawn.
    private static let fixLimit = 140

    var markup: String {
        let readings = details.phones.flatMap(\.fixes).sorted { $0.fix.time < $1.fix.time }
        let view = View(of: details.facility.geofence, readings, buffer: details.exitBufferMeters, height: Self.height)
        let shown = readings.filter { view.contains($0.fix.coordinate) }.thinned(to: Self.fixLimit, by: \.style)
        let beyond = readings.count { !view.contains($0.fix.coordinate) }
        var sketch = SVGSketch(
            id: "visit-map",
            height: Self.height,
            title: "Map of the visit",
            description: description(readings, beyond: beyond)
        )
        draw(details.runnerUp, view, &sketch)
        draw(view, &sketch)
        for phone in details.phones {
            let way = phone.fixes.filter { !$0.isIgnored && $0.side != .coarse && view.contains($0.fix.coordinate) }
            let points = way.thinned(to: Self.fixLimit, by: \.style).map { view.point($0.fix.coordinate) }
            sketch.path([points], "way")
        }
        for reading in shown { drawAccuracy(of: reading, view, &sketch) }
        for reading in shown { draw(reading, view, &sketch) }
        drawTimes(shown, view, &sketch)
        drawScale(view, &sketch)
        if beyond > 0 {
            let words = beyond == 1 ? "1 fix lies" : "\(beyond) fixes lie"
            sketch.text("\(words) beyond this map", SVGSketch.width - 8, 16, "end quiet halo")
        }
        return sketch.markup
    }

    private func draw(_ view: View, _ sketch: inout SVGSketch) {
        let (geofence, buffer) = (details.facility.geofence, details.exitBufferMeters / view.metersPerUnit)
        let words = "exit buffer, \(Distance.whole(meters: details.exitBufferMeters)) m beyond the edge"
        switch geofence {
        case .circle(let center, let radius):
            let (point, units) = (view.point(center), radius.meters / view.metersPerUnit)
            sketch.circle(point.x, point.y, units + buffer, "buffer", title: words)
            sketch.circle(point.x, point.y, units, "fence", title: "fence of \(details.facilityName)")
        case .polygon, .multiPolygon:
            let rings = view.rings(geofence)
            sketch.path(rings, "buffer-band", isClosed: true, strokeWidth: 2 * buffer, title: words)
            sketch.path(rings, "fence", isClosed: true, title: "fence of \(details.facilityName)")
        }
    }

    private func draw(_ other: Facility?, _ view: View, _ sketch: inout SVGSketch) {
        guard let other else { return }
        let name = "runner-up: \(other.name.isEmpty ? other.id.text : other.name)"
        switch other.geofence {
        case .circle(let center, let radius):
            let point = view.point(center)
            sketch.circle(point.x, point.y, radius.meters / view.metersPerUnit, "runner-up", title: name)
        case .polygon, .multiPolygon:
            sketch.path(view.rings(other.geofence), "runner-up", isClosed: true, title: name)
        }
    }

    private func drawAccuracy(of reading: FixReading, _ view: View, _ sketch: inout SVGSketch) {
        guard let accuracy = reading.fix.horizontalAccuracy, !reading.isIgnored else { return }
        let point = view.point(reading.fix.coordinate)
        // A circle larger than the map says no more than the title of its dot.
        guard accuracy / view.metersPerUnit < SVGSketch.width else { return }
        sketch.circle(point.x, point.y, max(2, accuracy / view.metersPerUnit), "accuracy \(reading.style.rawValue)")
    }

    private func draw(_ reading: FixReading, _ view: View, _ sketch: inout SVGSketch) {
        let (point, title) = (view.point(reading.fix.coordinate), reading.words(LocalTime(zone)))
        if reading.isIgnored {
            let cross = [[(-4.0, -4.0), (4.0, 4.0)], [(-4.0, 4.0), (4.0, -4.0)]].map { line in
                line.map { (x: point.x + $0.0, y: point.y + $0.1) }
            }
            sketch.path(cross, "mark ignored", title: title)
        } else {
            sketch.circle(point.x, point.y, 3, "fix \(reading.style.rawValue)", title: title)
        }
    }

    /// The times of the first and the last fix, and of the first and the last inside, where there is room.
    private func drawTimes(_ shown: [FixReading], _ view: View, _ sketch: inout SVGSketch) {
        let inside = shown.filter { $0.side == .inside }
        let outside = shown.filter { $0.side == .outside }
        let labelled = [inside.first, inside.last, outside.first, outside.last].compactMap(\.self)
        var places: [(x: Double, y: Double)] = []
        for reading in labelled {
            let point = view.point(reading.fix.coordinate)
            guard !places.contains(where: { abs($0.x - point.x) < 44 && abs($0.y - point.y) < 16 }) else { continue }
            places.append(point)
            let isLeft = point.x > SVGSketch.width - 60
            let time = LocalTime(zone).minute(reading.fix.time)
            sketch.text(time, point.x + (isLeft ? -7 : 7), point.y - 6, "\(isLeft ? "end" : "start") halo")
        }
    }

    private func drawScale(_ view: View, _ sketch: inout SVGSketch) {
        let meters =
            [5.0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000]
            .last { $0 / view.metersPerUnit <= 120 } ?? 5
        let (y, width) = (Self.height - 12, meters / view.metersPerUnit)
        sketch.path([[(10, y - 5), (10, y), (10 + width, y), (10 + width, y - 5)]], "scale")
        let words = meters < 1_000 ? "\(Int(meters)) m" : "\(Int(meters / 1_000)) km"
        sketch.text(words, 16 + width, y, "start halo")
    }

    private func description(_ readings: [FixReading], beyond: Int) -> String {
        let counts = Dictionary(grouping: readings, by: \.style)
        let words = TimelineDrawing.Mark.Style.allCases.compactMap { style in
            counts[style].map { "\($0.count) \(style.words)" }
        }
        let fixes = words.isEmpty ? "No fixes are stored of this time" : "Fixes: \(words.joined(separator: ", "))"
        return "The fence of \(details.facilityName) with its exit buffer. \(fixes)."
            + (beyond > 0 ? " \(beyond) of them lie beyond the map." : "")
    }
}

extension VisitMap {
    /// The part of the earth that is shown, flat: a few kilometres at most, where this is accurate to a pixel.
    struct View {
        let metersPerUnit: Double
        private let center: Coordinate
        private let (width, height): (Double, Double)

        init(of geofence: Geofence, _ readings: [FixReading], buffer: Double, height: Double) {
            let circle = geofence.enclosingCircle
            (center, width, self.height) = (circle.center, SVGSketch.width, height)
            let reach = circle.radiusMeters + buffer
            // Not so far away that the fence is only a dot.
            let limit = max(reach * 6, 600)
            let farthest = readings.map { circle.center.distance(to: $0.fix.coordinate) }.filter { $0 <= limit }.max()
            metersPerUnit = max(farthest ?? 0, reach * 1.3) / (height / 2 - 14)
        }

        func point(_ coordinate: Coordinate) -> (x: Double, y: Double) {
            let turn = (coordinate.longitude - center.longitude).remainder(dividingBy: 360)
            let east = turn * cos(center.latitude * .pi / 180) * 111_320
            let north = (coordinate.latitude - center.latitude) * 111_132
            return (width / 2 + east / metersPerUnit, height / 2 - north / metersPerUnit)
        }

        func contains(_ coordinate: Coordinate) -> Bool {
            let point = point(coordinate)
            return (0...width).contains(point.x) && (0...height).contains(point.y)
        }

        func rings(_ geofence: Geofence) -> [[(x: Double, y: Double)]] {
            geofence.polygons.flatMap { polygon in polygon.rings.map { $0.map(point) } }
        }
    }
}
