internal import GeofenceEngine
internal import VisitModel

/// The encoding of an hour of a device's inputs: fixes, with and without OS transition reports, phone changes, and
/// advances of the clock.
package enum InputPacking {
    package static func pack(_ inputs: ArraySlice<DeviceInput>) -> [UInt8] {
        var writer = ByteWriter()
        // Not an iterator, which would copy each input.
        let span = inputs.span
        var count = 0
        for index in span.indices { if case .fix = span[index] { count += 1 } }
        writer.write(count: count)
        var packing = FixPacking()
        for index in span.indices { if case .fix(let fix) = span[index] { packing.write(fix, to: &writer) } }
        guard count < inputs.count else { return writer.bytes }
        for input in inputs {
            switch input {
            case .fix: break
            case .rebooted(let time):
                writer.write(UInt8(1))
                writer.write(time)
            case .appUpdated(let time):
                writer.write(UInt8(2))
                writer.write(time)
            case .changed(let change, let time):
                writer.write(UInt8(3))
                writer.write(time)
                writer.write(change)
            case .passed(let time):
                writer.write(UInt8(4))
                writer.write(time)
            case .reported(let action, let key, let fix):
                writer.write(UInt8(5))
                writer.write(TransitionReport(action, key))
                writer.write(fix)
            }
        }
        return writer.bytes
    }

    /// Decodes the output of `pack`, in the order of inputs.
    package static func unpack(_ bytes: [UInt8]) throws(DeviceEngineError) -> [DeviceInput] {
        var reader = ByteReader(bytes)
        var inputs = try FixPacking.read(from: &reader).map(DeviceInput.fix)
        guard !reader.isAtEnd else { return inputs }
        while !reader.isAtEnd {
            switch try reader.readByte() {
            case 1: inputs.append(.rebooted(at: try reader.readTimestamp()))
            case 2: inputs.append(.appUpdated(at: try reader.readTimestamp()))
            case 3:
                let time = try reader.readTimestamp()
                inputs.append(.changed(try reader.readChange(), at: time))
            case 4: inputs.append(.passed(at: try reader.readTimestamp()))
            case 5:
                let report = try reader.readTransitionReport()
                inputs.append(.reported(report.action, report.key, try reader.readFix()))
            default: throw ByteReader.damaged
            }
        }
        return inputs.sorted()
    }
}

extension PhoneChange {
    /// Also orders changes of the same time.
    var packed: [UInt8] {
        var writer = ByteWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension ByteWriter {
    mutating func write(_ change: PhoneChange) {
        switch change {
        case .registrationsLost(let code, let message):
            write(UInt8(0))
            write(text: code)
            write(text: message)
        case .registrationsRestored: write(UInt8(1))
        case .slotsMeasured(let count, let code, let message):
            write(UInt8(2))
            write(count: max(0, count))
            write(text: code)
            write(text: message)
        case .failed(let code, let message):
            write(UInt8(3))
            write(text: code)
            write(text: message)
        case .monitoringStopped: write(UInt8(4))
        case .listChanged: write(UInt8(5))
        case .heartbeat: write(UInt8(6))
        case .alive: write(UInt8(7))
        }
    }
}

extension ByteReader {
    mutating func readChange() throws(DeviceEngineError) -> PhoneChange {
        switch try readByte() {
        case 0: .registrationsLost(code: try readText(), message: try readText())
        case 1: .registrationsRestored
        case 2: .slotsMeasured(try readInt(), code: try readText(), message: try readText())
        case 3: .failed(code: try readText(), message: try readText())
        case 4: .monitoringStopped
        case 5: .listChanged
        case 6: .heartbeat
        case 7: .alive
        default: throw Self.damaged
        }
    }
}

extension ByteWriter {
    mutating func write(_ report: TransitionReport) {
        write(report.action.code)
        write(unsigned: UInt64(report.key.rawValue))
    }
}

extension ByteReader {
    mutating func readTransitionReport() throws(DeviceEngineError) -> TransitionReport {
        guard let action = FenceAction(code: try readByte()) else { throw Self.damaged }
        return TransitionReport(action, try readKey())
    }
}

extension FenceAction {
    /// The action's number in stored bytes; also its rank in the order of a device's inputs.
    var code: UInt8 {
        switch self {
        case .entered: 0
        case .exited: 1
        case .dwelled: 2
        }
    }

    init?(code: UInt8) {
        switch code {
        case 0: self = .entered
        case 1: self = .exited
        case 2: self = .dwelled
        default: return nil
        }
    }
}

/// The encoding of consecutive fixes of a device: the store keeps one hour a row.
///
/// A typical fix takes 10 bytes instead of 100: times and coordinates are written as the difference from the previous
/// fix. Every number is decoded bit for bit. One that is not a whole number of the unit used (10⁻⁷ degrees, a tenth of
/// a metre) is written in full.
package struct FixPacking {
    private struct Layout: OptionSet {
        let rawValue: UInt64
        static let coordinateInFull = Layout(rawValue: 1 << 0)
        static let accuracy = Layout(rawValue: 1 << 1)
        static let accuracyInFull = Layout(rawValue: 1 << 2)
        static let speed = Layout(rawValue: 1 << 3)
        static let course = Layout(rawValue: 1 << 4)
        static let altitude = Layout(rawValue: 1 << 5)
        static let activity = Layout(rawValue: 1 << 6)
        static let battery = Layout(rawValue: 1 << 7)
        static let flags = Layout(rawValue: 1 << 8)
        /// The flags from the ninth bit on.
        static let moreFlags = Layout(rawValue: 1 << 9)
    }

    /// Listed once: the compiler makes a new array for each use of `allCases`.
    private static let activities = Activity.allCases

    /// The time of the fix before, and the last coordinate that was written as a difference.
    private var (time, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)

    /// Writes the next fix, after the number of all.
    mutating func write(_ fix: Fix, to writer: inout ByteWriter) {
        let exactLatitude = Self.whole(fix.coordinate.latitude, 1e7)
        let exactLongitude = Self.whole(fix.coordinate.longitude, 1e7)
        let exactAccuracy = fix.horizontalAccuracy.flatMap { Self.whole($0, 10) }
        writer.write(unsigned: Self.layout(fix, exactLatitude, exactLongitude, exactAccuracy).rawValue)
        writer.write(signed: fix.time.milliseconds &- time)
        time = fix.time.milliseconds
        if let exactLatitude, let exactLongitude {
            writer.write(signed: exactLatitude - latitude)
            writer.write(signed: exactLongitude - longitude)
            (latitude, longitude) = (exactLatitude, exactLongitude)
        } else {
            writer.write(fix.coordinate)
        }
        if let accuracy = fix.horizontalAccuracy {
            if let exactAccuracy { writer.write(signed: exactAccuracy) } else { writer.write(accuracy) }
        }
        if let speed = fix.speed { writer.write(speed) }
        if let course = fix.course { writer.write(course) }
        if let altitude = fix.altitude { writer.write(altitude) }
        if let battery = fix.battery { writer.write(battery) }
        if let activity = fix.activity.flatMap({ Self.activities.firstIndex(of: $0) }) {
            writer.write(count: activity)
        }
        let (more, flags) = (fix.flags.rawValue >> 8, fix.flags.rawValue & 0xFF)
        if flags != 0 { writer.write(UInt8(flags)) }
        if more != 0 { writer.write(UInt8(more)) }
    }

    /// Decodes fixes, which follow their number.
    static func read(from reader: inout ByteReader) throws(DeviceEngineError) -> [Fix] {
        let count = try reader.readCount()
        var fixes: [Fix] = []
        fixes.reserveCapacity(count)
        var (time, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
        for _ in 0..<count {
            let layout = Layout(rawValue: try reader.readUnsigned())
            time &+= try reader.readSigned()
            let coordinate: Coordinate
            if layout.contains(.coordinateInFull) {
                coordinate = try reader.readCoordinate()
            } else {
                latitude &+= try reader.readSigned()
                longitude &+= try reader.readSigned()
                guard let exact = try? Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
                else { throw ByteReader.damaged }
                coordinate = exact
            }
            var fix = Fix(time: Timestamp(milliseconds: time), coordinate: coordinate)
            if layout.contains(.accuracy) {
                fix.horizontalAccuracy =
                    layout.contains(.accuracyInFull)
                    ? try reader.readDouble() : Double(try reader.readSigned()) / 10
            }
            if layout.contains(.speed) { fix.speed = try reader.readDouble() }
            if layout.contains(.course) { fix.course = try reader.readDouble() }
            if layout.contains(.altitude) { fix.altitude = try reader.readDouble() }
            if layout.contains(.battery) { fix.battery = try reader.readDouble() }
            if layout.contains(.activity) {
                let index = try reader.readInt()
                guard activities.indices.contains(index) else { throw ByteReader.damaged }
                fix.activity = activities[index]
            }
            if layout.contains(.flags) { fix.flags = Fix.Flags(rawValue: UInt16(try reader.readByte())) }
            if layout.contains(.moreFlags) {
                fix.flags.formUnion(Fix.Flags(rawValue: UInt16(try reader.readByte()) << 8))
            }
            fixes.append(fix)
        }
        return fixes
    }

    private static func layout(_ fix: Fix, _ latitude: Int64?, _ longitude: Int64?, _ accuracy: Int64?) -> Layout {
        var layout: Layout = []
        if latitude == nil || longitude == nil { layout.insert(.coordinateInFull) }
        if fix.horizontalAccuracy != nil {
            layout.insert(.accuracy)
            if accuracy == nil { layout.insert(.accuracyInFull) }
        }
        if fix.speed != nil { layout.insert(.speed) }
        if fix.course != nil { layout.insert(.course) }
        if fix.altitude != nil { layout.insert(.altitude) }
        if fix.activity != nil { layout.insert(.activity) }
        if fix.battery != nil { layout.insert(.battery) }
        if fix.flags.rawValue & 0xFF != 0 { layout.insert(.flags) }
        if fix.flags.rawValue >> 8 != 0 { layout.insert(.moreFlags) }
        return layout
    }

    /// The value as a whole number of `1 / parts`, where dividing that number gives the same value again.
    @inline(__always)
    private static func whole(_ value: Double, _ parts: Double) -> Int64? {
        let scaled = (value * parts).rounded()
        guard abs(scaled) < 1e15, scaled / parts == value, value != 0 || value.sign == .plus else { return nil }
        return Int64(scaled)
    }
}
