internal import SQLiteStorage
internal import VisitModel

/// The bytes of a `registration_chunk`: one event after another, numbers with the low byte first.
///
/// | bytes | |
/// |---|---|
/// | 4 | milliseconds from the start of the hour |
/// | 2 | ordinal |
/// | 1 | flags |
/// | 1 | number of facilities |
/// | 8 | digest of the id |
/// | 8 | time of observation in milliseconds since 1970, unless it is that of the event before |
/// | 16 | latitude and longitude in degrees, unless there is no location, or it is that of the event before |
/// | 8 | the location's accuracy in meters, where it has one |
/// | 4 each | keys of the facilities |
///
/// Bytes of two lists of events, one after the other, are those of both.
enum RegistrationPacking {
    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let registered = Flags(rawValue: 1)
        static let cleared = Flags(rawValue: 1 << 1)
        static let observedAsBefore = Flags(rawValue: 1 << 2)
        static let located = Flags(rawValue: 1 << 3)
        static let locatedAsBefore = Flags(rawValue: 1 << 4)
        static let accuracy = Flags(rawValue: 1 << 5)

        /// Whether an event can have them.
        var isValid: Bool {
            rawValue < 1 << 6 && !isSuperset(of: [.registered, .cleared])
                && !isSuperset(of: [.located, .locatedAsBefore])
                && (contains(.located) || !contains(.accuracy))
        }
    }

    /// Encodes events of one hour in the order of the journal.
    static func bytes(of events: some Collection<RegistrationEvent>, bucket: Timestamp) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(events.count * 48)
        var before: RegistrationEvent?
        for event in events {
            var flags: Flags = event.isRegistered ? .registered : []
            if event.facilities == nil { flags.insert(.cleared) }
            if before?.observedAt == event.observedAt { flags.insert(.observedAsBefore) }
            if let location = event.location {
                flags.insert(before?.location == location ? .locatedAsBefore : .located)
                if !flags.contains(.locatedAsBefore), location.accuracy != nil { flags.insert(.accuracy) }
            }
            bytes.append(UInt32(event.at.milliseconds - bucket.milliseconds))
            bytes.append(event.ordinal)
            bytes.append(flags.rawValue)
            bytes.append(UInt8(event.facilities?.count ?? 0))
            bytes.append(event.digest)
            if !flags.contains(.observedAsBefore) { bytes.append(event.observedAt.milliseconds) }
            if flags.contains(.located), let location = event.location {
                bytes.append(location.coordinate.latitude.bitPattern)
                bytes.append(location.coordinate.longitude.bitPattern)
                if let accuracy = location.accuracy { bytes.append(accuracy.bitPattern) }
            }
            for key in event.facilities ?? [] { bytes.append(UInt32(key.rawValue)) }
            before = event
        }
        return bytes
    }

    /// Decodes what `bytes(of:bucket:)` encoded.
    ///
    /// Throws `StorageError` with code `damaged` for other bytes.
    static func events(of bytes: [UInt8], bucket: Timestamp) throws(StorageError) -> [RegistrationEvent] {
        guard RegistrationEvent.times.contains(bucket) else { throw Rest.damaged }
        var (rest, events) = (Rest(bytes: bytes), [RegistrationEvent]())
        while !rest.isEmpty { events.append(try rest.event(after: events.last, bucket: bucket)) }
        return events
    }

    /// The bytes that are not decoded yet.
    private struct Rest {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isEmpty: Bool { position == bytes.count }

        mutating func event(
            after before: RegistrationEvent?,
            bucket: Timestamp
        ) throws(StorageError) -> RegistrationEvent {
            let offset = try number(UInt32.self)
            let ordinal = try number(UInt16.self)
            let flags = Flags(rawValue: try number(UInt8.self))
            let count = Int(try number(UInt8.self))
            let digest = try number(UInt64.self)
            guard offset < FixChunk.spanMilliseconds, flags.isValid, count == 0 || !flags.contains(.cleared),
                before != nil || !flags.contains(.observedAsBefore),
                before?.location != nil || !flags.contains(.locatedAsBefore)
            else { throw Self.damaged }
            let observedAt: Timestamp
            if flags.contains(.observedAsBefore), let before {
                observedAt = before.observedAt
            } else {
                observedAt = Timestamp(milliseconds: try number(Int64.self))
            }
            var location: RegistrationEvent.Location?
            if flags.contains(.locatedAsBefore) {
                location = before?.location
            } else if flags.contains(.located) {
                location = try self.location(hasAccuracy: flags.contains(.accuracy))
            }
            var facilities: [FacilityKey]?
            if !flags.contains(.cleared) {
                facilities = []
                for _ in 0..<count { facilities?.append(FacilityKey(rawValue: Int64(try number(UInt32.self)))) }
            }
            let event = RegistrationEvent(
                at: Timestamp(milliseconds: bucket.milliseconds + Int64(offset)),
                ordinal: ordinal,
                digest: digest,
                observedAt: observedAt,
                isRegistered: flags.contains(.registered),
                facilities: facilities,
                location: location
            )
            guard before?.precedes(event) ?? true else { throw Self.damaged }
            return event
        }

        private mutating func location(hasAccuracy: Bool) throws(StorageError) -> RegistrationEvent.Location {
            let latitude = Double(bitPattern: try number(UInt64.self))
            let longitude = Double(bitPattern: try number(UInt64.self))
            let accuracy = hasAccuracy ? Double(bitPattern: try number(UInt64.self)) : nil
            guard accuracy?.isFinite ?? true else { throw Self.damaged }
            do {
                let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
                return RegistrationEvent.Location(coordinate: coordinate, accuracy: accuracy)
            } catch {
                throw StorageError.damaged("a change of registrations at an invalid position", cause: error)
            }
        }

        private mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(StorageError) -> Number {
            let size = Number.bitWidth / 8
            guard bytes.count - position >= size else { throw Self.damaged }
            defer { position += size }
            return bytes.withUnsafeBytes {
                Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
            }
        }

        static var damaged: StorageError {
            StorageError.damaged("the packed changes of an hour's registrations")
        }
    }
}

extension [UInt8] {
    /// The low byte first.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
