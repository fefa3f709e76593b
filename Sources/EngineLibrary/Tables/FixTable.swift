internal import DeviceEngine
internal import MemberEngine
internal import VisitModel

/// Reads the table of fixes, grouped by member and device; the rows of a device may be in any order.
struct FixTable {
    private let table: ArrowTable
    private let members: ArrowColumn
    private let devices: ArrowColumn?
    private let platforms: ArrowColumn?
    private let times: ArrowColumn
    private let latitudes: ArrowColumn
    private let longitudes: ArrowColumn
    private let accuracies: ArrowColumn?
    private let speeds: ArrowColumn?
    private let courses: ArrowColumn?
    private let altitudes: ArrowColumn?
    private let activities: ArrowColumn?
    private let batteries: ArrowColumn?
    private let flags: [(column: ArrowColumn, flag: Fix.Flags)]
    private let receipts: ArrowColumn?
    private let heartbeats: ArrowColumn?

    private static let columns = [
        "member", "device", "platform", "timestamp", "latitude", "longitude", "accuracy", "speed", "course", "altitude",
        "activity", "battery", "mock", "stationary", "moving", "received_at", "heartbeat_at",
    ]

    /// Throws code `column`.
    init(_ table: ArrowTable) throws(EngineLibraryError) {
        var table = table
        members = try table.requiredTexts("member")
        devices = try table.texts("device")
        platforms = try table.texts("platform")
        guard let times = try table.times("timestamp") else { throw table.missing("timestamp", "timestamp") }
        guard let latitudes = try table.numbers("latitude") else { throw table.missing("latitude", "double") }
        guard let longitudes = try table.numbers("longitude") else { throw table.missing("longitude", "double") }
        accuracies = try table.numbers("accuracy")
        speeds = try table.numbers("speed")
        courses = try table.numbers("course")
        altitudes = try table.numbers("altitude")
        activities = try table.texts("activity")
        batteries = try table.numbers("battery")
        var flags: [(column: ArrowColumn, flag: Fix.Flags)] = []
        for (name, flag) in [("mock", Fix.Flags.mock), ("stationary", .stationary), ("moving", .moving)] {
            if let column = try table.flags(name) { flags.append((column, flag)) }
        }
        self.flags = flags
        receipts = try table.times("received_at")
        heartbeats = try table.times("heartbeat_at")
        try table.checkNoneLeft(known: Self.columns)
        for (name, column) in [("timestamp", times), ("received_at", receipts), ("heartbeat_at", heartbeats)] {
            if let column { try Self.checkUnit(of: column, name, table) }
        }
        (self.times, self.latitudes, self.longitudes) = (times, latitudes, longitudes)
        self.table = table
    }

    /// Throws where whole numbers are seconds or microseconds instead of milliseconds, by the first of them.
    private static func checkUnit(
        of column: ArrowColumn,
        _ name: String,
        _ table: ArrowTable
    ) throws(EngineLibraryError) {
        guard column.kind == .int64, let first = (0..<table.count).lazy.compactMap({ column.integer($0) }).first else {
            return
        }
        // From March 1973 to the year 5138; in another unit a time of today lies outside.
        guard !(100_000_000_000..<100_000_000_000_000).contains(first), first != 0 else { return }
        throw EngineLibraryError(
            .column,
            "the column `\(name)` of `\(table.name)` begins with \(first), which is no time of today in milliseconds since "
                + "1970; convert seconds or microseconds, or pass a timestamp column"
        )
    }

    /// A row that gave no fix.
    struct Refusal {
        let row: Int
        let problem: String
    }

    /// One member's rows, by device.
    struct Share {
        let member: MemberID
        fileprivate(set) var devices: [(device: Device, inputs: [ReceivedInput])] = []
    }

    /// Calls a closure with each member's rows, in the order of the table; returns the rows that gave no fix.
    ///
    /// Throws code `order` where the rows of a member or a device are not next to each other, `value` where a row names
    /// no member, and what `body` throws.
    func forEachMember(
        _ body: (Share) throws(EngineLibraryError) -> Void
    ) throws(EngineLibraryError) -> [Refusal] {
        var refusals: [Refusal] = []
        var seenMembers: Set<MemberID> = []
        var seenDevices: Set<DeviceID> = []
        var row = 0
        while row < table.count {
            let member: MemberID = try required(members, row, "member")
            guard seenMembers.insert(member).inserted else { throw unsorted("member", "\(member)", row) }
            let end = self.end(of: row, in: members, before: table.count)
            var share = Share(member: member)
            while row < end {
                let device = try device(row, of: member)
                guard seenDevices.insert(device.id).inserted else { throw unsorted("device", "\(device.id)", row) }
                let last = devices.map { self.end(of: row, in: $0, before: end) } ?? end
                var inputs: [ReceivedInput] = []
                inputs.reserveCapacity(last - row)
                while row < last {
                    do {
                        let receivedAt = receipts?.time(row)
                        inputs.append(ReceivedInput(input: .fix(try fix(row)), receivedAt: receivedAt))
                        if let heartbeatAt = heartbeats?.time(row) {
                            inputs.append(ReceivedInput(heartbeatAt: heartbeatAt, receivedAt: receivedAt))
                        }
                    } catch {
                        refusals.append(Refusal(row: row, problem: "\(error)"))
                    }
                    row += 1
                }
                share.devices.append((device, inputs))
            }
            try body(share)
        }
        return refusals
    }

    /// The end of the rows that have the same text as a row.
    private func end(of row: Int, in column: ArrowColumn, before limit: Int) -> Int {
        let text = column.utf8(row)
        var end = row + 1
        while end < limit, column.utf8(end).elementsEqual(text) { end += 1 }
        return end
    }

    private func required<Subject>(
        _ column: ArrowColumn,
        _ row: Int,
        _ name: String
    ) throws(EngineLibraryError) -> Identifier<Subject> {
        guard let value: Identifier<Subject> = try column.identifier(row, name, in: table) else {
            throw EngineLibraryError(.value, "`\(table.name)`, row \(row): `\(name)` is null")
        }
        return value
    }

    private func unsorted(_ kind: String, _ id: String, _ row: Int) -> EngineLibraryError {
        EngineLibraryError(
            .order,
            "`\(table.name)`, row \(row): the \(kind) `\(id)` has rows further up; sort the table by member and device"
        )
    }

    private func device(_ row: Int, of member: MemberID) throws(EngineLibraryError) -> Device {
        // Where no device is named, it has its member's name.
        let id: DeviceID =
            if let devices, !devices.isNull(row) {
                try required(devices, row, "device")
            } else {
                try required(members, row, "member")
            }
        guard let word = platforms?.text(row) else {
            return Device(id: id, member: member, platform: .ios, isPlatformKnown: false)
        }
        guard let platform = Platform(rawValue: word) else {
            throw EngineLibraryError(
                .value,
                "`\(table.name)`, row \(row): `platform` is `\(word)`, expected ios or android"
            )
        }
        return Device(id: id, member: member, platform: platform)
    }

    private func fix(_ row: Int) throws(ValidationError) -> Fix {
        guard let latitude = latitudes.number(row), let longitude = longitudes.number(row),
            latitude != 0 || longitude != 0
        else { throw ValidationError(.latitude, "there is no position") }
        guard let time = times.time(row) else { throw ValidationError(.timestamp, "there is no time") }
        return Fix(
            time: time,
            coordinate: try Coordinate(latitude: latitude, longitude: longitude),
            horizontalAccuracy: accuracies?.number(row),
            speed: speeds?.number(row),
            course: courses?.number(row),
            altitude: altitudes?.number(row),
            activity: activities?.text(row).flatMap(Activity.init),
            battery: batteries?.number(row),
            flags: flags.reduce(into: []) { if $1.column.flag(row) == true { $0.insert($1.flag) } }
        )
    }
}
