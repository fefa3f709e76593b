internal import Interchange
internal import VisitDrawing
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A day in the time zone of a phone.
struct DeviceDay: Sendable {
    let date: CivilDate
    let clock: PageClock
    /// From the beginning of the day to that of the next one.
    let span: Range<Timestamp>

    /// Makes the selected day of a phone, or that of its newest fix for `nil`.
    init(_ stored: StoredDevice, _ store: VisitStore, asked date: CivilDate?, at now: Timestamp) throws {
        let zone = try stored.timeZone ?? store.settings.defaultTimeZone() ?? .utc
        clock = PageClock(zone: zone, now: now)
        self.date = date ?? (stored.newestFixAt ?? now).localDate(in: zone)
        span = Self.beginning(self.date, zone)..<Self.beginning(self.date.advanced(by: 1), zone)
    }

    private static func beginning(_ date: CivilDate, _ zone: TimeZoneName) -> Timestamp {
        Timestamp(localMilliseconds: Int64(date.daysSince1970) * 86_400_000, in: zone)
    }
}

extension CivilDate {
    func advanced(by days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }
}

extension ServiceCall {
    /// A day of the query, such as 2024-03-05.
    func day(_ name: String) throws -> CivilDate? {
        guard let text = word(name) else { return nil }
        guard let date = CivilDate(text: text), (1970...2200).contains(date.year) else {
            throw Problem.invalid("`\(name)` is `\(text)`, expected a day such as 2024-03-05", field: name)
        }
        return date
    }
}

/// The track of a phone on a day, from its stored fixes.
struct DeviceTrack: Sendable {
    /// The most fixes that are read, and that are drawn.
    private static let (readLimit, drawLimit) = (20_000, 1_500)
    /// A longer gap interrupts the line.
    private static let gapSeconds = 900.0

    /// By time, thinned out where there are many.
    let fixes: [Fix]
    /// The number of fixes read.
    let count: Int
    /// Whether the day has more fixes than are read.
    let isCut: Bool

    init(of device: DeviceID, on day: DeviceDay, _ pipeline: VisitPipeline) throws {
        let page = try pipeline.fixes(
            of: device,
            since: day.span.lowerBound,
            until: day.span.upperBound,
            size: Self.readLimit
        )
        (count, isCut) = (page.fixes.count, page.next != nil)
        let step = max(1, (page.fixes.count + Self.drawLimit - 1) / Self.drawLimit)
        fixes = page.fixes.enumerated().filter { $0.offset % step == 0 || $0.offset == page.fixes.count - 1 }
            .map(\.element)
    }

    /// Interrupted at long time gaps; times are those of a time zone.
    func lines(in zone: TimeZoneName) -> [[MapDocument.TrackPoint]] {
        var lines: [[MapDocument.TrackPoint]] = []
        var last: Fix?
        let clock = LocalTime(zone)
        for fix in fixes {
            let point = MapDocument.TrackPoint(
                latitude: fix.coordinate.latitude,
                longitude: fix.coordinate.longitude,
                time: clock.minute(fix.time)
            )
            if let last, last.time.seconds(to: fix.time) <= Self.gapSeconds {
                lines[lines.count - 1].append(point)
            } else {
                lines.append([point])
            }
            last = fix
        }
        return lines
    }

    func summary(_ clock: PageClock) -> String {
        guard let first = fixes.first, let last = fixes.last else { return "No fixes are stored for this day." }
        let words = PageNumber.text(count, "fix", "fixes")
        return "\(isCut ? "The first \(words)" : words) from \(clock.clock(first.time)) to \(clock.clock(last.time))."
    }
}

/// The geofences of a phone: the chosen ones, the delivered ones, and the nearest others.
struct DeviceFences: Sendable {
    /// Shown beyond the limit of the phone's system.
    private static let others = 20

    struct Fence: Sendable {
        let facility: Facility
        /// From the phone's last fix to the edge; `nil` where there is no fix.
        let distance: Double?
        /// Whether the geofence is chosen for the phone.
        let isRegistered: Bool
        /// Whether the geofence was delivered to the phone.
        let isDelivered: Bool
    }

    /// Nearest first, or by id where the phone's position is unknown.
    let fences: [Fence]
    let condition: DeviceCondition
    let last: Fix?

    init(_ stored: StoredDevice, _ store: VisitStore, _ pipeline: VisitPipeline) throws {
        let device = stored.device
        condition = try pipeline.condition(of: device.id)
        last = try pipeline.lastFix(of: device.id)
        let (registered, delivered) = (Set(condition.registered), Set(condition.delivered))
        func fence(_ facility: Facility, distance: Double?) -> Fence {
            Fence(
                facility: facility,
                distance: distance,
                isRegistered: registered.contains(facility.id),
                isDelivered: delivered.contains(facility.id)
            )
        }
        var fences: [Fence] = []
        if let last {
            let count = device.platform.geofenceLimit + Self.others
            fences = try store.facilities.nearest(to: last.coordinate, count: count, member: device.member).map {
                fence($0.facility, distance: $0.edgeMeters)
            }
        }
        let known = Set(fences.map(\.facility.id))
        for id in registered.union(delivered).subtracting(known) {
            guard let facility = try store.facilities.find(id)?.facility else { continue }
            let distance = last.map { facility.geofence.signedDistance(to: $0.coordinate) }
            fences.append(fence(facility, distance: distance))
        }
        let shown = fences.count { $0.isRegistered || $0.isDelivered } + Self.others
        self.fences = Array(
            fences.sorted { ($0.distance ?? 0, $0.facility.id) < ($1.distance ?? 0, $1.facility.id) }.prefix(shown)
        )
    }

    /// The map shows the whole track first; times are those of a time zone.
    func document(with track: DeviceTrack, in zone: TimeZoneName) -> MapDocument {
        var document = MapDocument(shapes: fences.map { .init($0.facility, isWatched: $0.isDelivered) })
        document.tracks = track.lines(in: zone)
        let (latitudes, longitudes) = (
            track.fixes.map(\.coordinate.latitude), track.fixes.map(\.coordinate.longitude)
        )
        if let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        {
            document.bounds = [[south, west], [north, east]]
        }
        document.points = track.fixes.last.map { [MapDocument.Point($0.coordinate, name: "Last fix of the day")] } ?? []
        return document
    }
}
