internal import GeofenceEngine
public import VisitModel

extension DeviceTimeline {
    /// The version of the encoding; incremented with every change of it.
    public static let format = 16

    /// The encoded state, without the device and the cache.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(hygiene)
        writer.write(count: heldReports.count)
        for report in heldReports { writer.write(report) }
        writer.write(registry)
        writer.write(evaluator)
        writer.write(builder)
        writer.write(count: dwells.count)
        for (key, count) in dwells.sorted(by: { $0.key < $1.key }) {
            writer.write(unsigned: UInt64(key.rawValue))
            writer.write(count: count)
        }
        writer.write(watching.rawValue)
        writer.write(optional: measuredSlots) { $0.write(count: $1) }
        writer.write(optional: lastInput) { writer, input in
            writer.write(bytes: InputPacking.pack([input][...]))
        }
        writer.write(optional: trigger) { $0.write($1) }
        writer.write(count: entriesAtTrigger)
        writer.write(optional: newestSane) { $0.write($1) }
        writer.write(locationOff)
        writer.appendChecksum()
        return writer.bytes
    }

    /// Restores the output of `encoded`; throws code `damagedState`.
    ///
    /// `format` is the version that the bytes were stored with; `options` apply from now on.
    public init(
        _ bytes: [UInt8],
        format: Int,
        device: Device,
        options: SelectionOptions
    ) throws(DeviceEngineError) {
        guard format == Self.format else { throw ByteReader.damaged }
        self.init(device: device, options: options)
        var reader = try ByteReader(checksummed: bytes)
        hygiene = try reader.readHygiene()
        for _ in 0..<(try reader.readCount()) { heldReports.append(try reader.readTransitionReport()) }
        registry = try reader.readRegistry(platform: device.platform, ignoresLimit: options.ignoresLimit)
        evaluator = try reader.readEvaluator()
        builder = try reader.readBuilder()
        for _ in 0..<(try reader.readCount()) {
            let key = try reader.readKey()
            dwells[key] = try reader.readInt()
        }
        guard let watching = Watching(rawValue: try reader.readByte()) else { throw ByteReader.damaged }
        self.watching = watching
        measuredSlots = try reader.readBool() ? reader.readInt() : nil
        if try reader.readBool() {
            guard let input = try InputPacking.unpack(try reader.readBytes()).first else { throw ByteReader.damaged }
            lastInput = input
        }
        trigger = try reader.readBool() ? reader.readTimestamp() : nil
        entriesAtTrigger = try reader.readInt()
        newestSane = try reader.readBool() ? reader.readTimestamp() : nil
        locationOff = try reader.readLocationOff()
        guard reader.isAtEnd else { throw ByteReader.damaged }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ report: LocationOff) {
        write(optional: report.since) { $0.write($1) }
        write(optional: report.place) { $0.write($1) }
        write(optional: report.firstFixAt) { $0.write($1) }
        write(report.isContradicted)
    }
}

extension ByteReader {
    fileprivate mutating func readLocationOff() throws(DeviceEngineError) -> LocationOff {
        LocationOff(
            since: try readBool() ? readTimestamp() : nil,
            place: try readBool() ? readCoordinate() : nil,
            firstFixAt: try readBool() ? readTimestamp() : nil,
            isContradicted: try readBool()
        )
    }
}
