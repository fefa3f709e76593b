internal import DeviceEngine
internal import VisitModel

extension MemberRecord {
    /// The version of the encoding; incremented with every change of it.
    ///
    /// The states of the devices have their own (`DeviceTimeline.format`): where that is another one, a device is
    /// rebuilt from the inputs in the record.
    package static let format: UInt8 = 1

    /// The encoded record; equal records have equal bytes.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(text: member.text)
        writer.write(count: devices.count)
        for device in devices { writer.write(device) }
        writer.write(count: visits.count)
        for visit in visits { writer.write(visit) }
        writer.appendChecksum()
        return writer.bytes
    }

    /// Restores the output of `encoded`; throws code `damagedRecord`.
    package init(_ bytes: [UInt8]) throws(MemberEngineError) {
        do {
            guard bytes.first == Self.format else { throw ByteReader.damaged }
            var reader = try ByteReader(checksummed: bytes)
            _ = try reader.readByte()
            member = try reader.readIdentifier()
            for number in 0..<(try reader.readCount()) {
                devices.append(try reader.readDevice(of: member, key: DeviceKey(rawValue: Int64(number))))
            }
            for _ in 0..<(try reader.readCount()) { visits.append(try reader.readVisit(of: member)) }
            guard reader.isAtEnd else { throw ByteReader.damaged }
        } catch {
            throw .damagedRecord(of: nil, error)
        }
    }
}

// MARK: - Devices

extension ByteWriter {
    fileprivate mutating func write(_ record: DeviceRecord) {
        write(text: record.device.id.text)
        write(text: record.device.platform.rawValue)
        write(record.device.isPlatformKnown)
        write(optional: record.state) { $0.write($1) }
        write(optional: record.completeSince) { $0.write($1) }
        write(count: record.hours.count)
        for hour in record.hours { write(hour) }
        write(count: record.checkpoints.count)
        for checkpoint in record.checkpoints {
            write(checkpoint.at)
            write(bytes: checkpoint.state)
        }
        write(count: record.stays.count)
        for stay in record.stays { write(stay) }
    }

    private mutating func write(_ state: StoredDeviceState) {
        write(bytes: state.state)
        write(count: state.format)
        write(text: state.policyVersion)
        write(optional: state.newestFixAt) { $0.write($1) }
        write(optional: state.dueAt) { $0.write($1) }
        write(signed: state.revision)
        write(optional: state.clock) { writer, clock in
            writer.write(optional: clock.offsetMilliseconds) { $0.write(signed: $1) }
            writer.write(clock.seemsBehind)
            writer.write(bytes: clock.state)
        }
    }

    private mutating func write(_ hour: FixChunk) {
        write(hour.first)
        write(hour.last)
        write(count: hour.fixCount)
        write(bytes: hour.fixes)
    }

    private mutating func write(_ stay: StoredStay) {
        write(text: stay.id)
        write(text: stay.facility.text)
        write(stay.enteredAt)
        write(optional: stay.dwelledAt) { $0.write($1) }
        write(optional: stay.exitedAt) { $0.write($1) }
        write(text: stay.status.rawValue)
        write(text: stay.evidence.rawValue)
        write(count: stay.fixesInside)
        write(stay.lastProofAt)
        write(stay.depthMeters)
        write(count: stay.doubts.rawValue)
        write(stay.touchedAt)
        write(optional: stay.visit) { $0.write(text: $1.text) }
        write(optional: stay.evidenceState) { $0.write(bytes: $1) }
    }
}

extension ByteReader {
    fileprivate mutating func readIdentifier<Subject>() throws -> Identifier<Subject> {
        let text = try readText()
        let identifier = try Identifier<Subject>(text)
        // Trimmed, it would not be the text that was written.
        guard identifier.text == text else { throw Self.damaged }
        return identifier
    }

    private mutating func readName<Value: RawRepresentable<String>>() throws -> Value {
        guard let value = Value(rawValue: try readText()) else { throw Self.damaged }
        return value
    }

    private mutating func readOptional<Value>(_ body: (inout ByteReader) throws -> Value) throws -> Value? {
        try readBool() ? body(&self) : nil
    }

    /// A time of the years 0 to 9999, with which the evaluation can compute.
    private mutating func readTime() throws -> Timestamp {
        let time = try readTimestamp()
        guard time >= .beginningOfTime, time.milliseconds < 253_402_300_800_000 else { throw Self.damaged }
        return time
    }

    private mutating func readOptionalTime() throws -> Timestamp? { try readOptional { try $0.readTime() } }

    fileprivate mutating func readDevice(of member: MemberID, key: DeviceKey) throws -> DeviceRecord {
        let device = Device(
            id: try readIdentifier(),
            member: member,
            platform: try readName(),
            isPlatformKnown: try readBool()
        )
        let state = try readOptional { try $0.readState() }
        let completeSince = try readOptionalTime()
        let hours = try (0..<readCount()).map { _ in try readHour() }
        let isRising = zip(hours, hours.dropFirst()).allSatisfy { $0.bucket < $1.bucket }
        let checkpoints = try (0..<readCount()).map { _ in
            Checkpoint(at: try readTime(), state: try readBytes())
        }
        guard isRising, zip(checkpoints, checkpoints.dropFirst()).allSatisfy({ $0.at < $1.at }) else {
            throw Self.damaged
        }
        let stays = try (0..<readCount()).map { _ in try readStay() }
        return DeviceRecord(
            device,
            key: key,
            state: state,
            hours: hours,
            checkpoints: checkpoints,
            stays: stays,
            completeSince: completeSince
        )
    }

    private mutating func readState() throws -> StoredDeviceState {
        StoredDeviceState(
            state: try readBytes(),
            format: try readInt(),
            policyVersion: try readText(),
            newestFixAt: try readOptionalTime(),
            dueAt: try readOptionalTime(),
            revision: try Int64(readCountOfWrites()),
            clock: try readOptional { reader in
                StoredClock(
                    offsetMilliseconds: try reader.readOptional { try $0.readSigned() },
                    seemsBehind: try reader.readBool(),
                    state: try reader.readBytes()
                )
            }
        )
    }

    private mutating func readCountOfWrites() throws -> Int32 {
        guard let count = Int32(exactly: try readSigned()), count >= 0 else { throw Self.damaged }
        return count
    }

    private mutating func readHour() throws -> FixChunk {
        let (first, last) = (try readTime(), try readTime())
        guard last >= first else { throw Self.damaged }
        return FixChunk(first: first, last: last, fixCount: try readInt(), fixes: try readBytes())
    }

    private mutating func readStay() throws -> StoredStay {
        StoredStay(
            id: try readText(),
            facility: try readIdentifier(),
            enteredAt: try readTime(),
            dwelledAt: try readOptionalTime(),
            exitedAt: try readOptionalTime(),
            status: try readName(),
            evidence: try readName(),
            fixesInside: try readInt(),
            lastProofAt: try readTime(),
            depthMeters: try readDouble(),
            doubts: Visit.Doubts(rawValue: try readInt()),
            touchedAt: try readTime(),
            visit: try readOptional { try $0.readIdentifier() },
            evidenceState: try readOptional { try $0.readBytes() }
        )
    }
}

// MARK: - Visits

extension ByteWriter {
    fileprivate mutating func write(_ visit: Visit) {
        write(text: visit.id.text)
        guard let device = visit.device else { preconditionFailure("an added visit in the record of the engine") }
        write(text: device.text)
        write(text: visit.facility.text)
        write(visit.enteredAt)
        write(optional: visit.dwelledAt) { $0.write($1) }
        write(optional: visit.exitedAt) { $0.write($1) }
        write(text: visit.status.rawValue)
        write(text: visit.evidence.rawValue)
        write(text: visit.verdict.rawValue)
        write(text: visit.month.description)
        write(signed: Int64(visit.localDate.daysSince1970))
        write(count: visit.fixesInside)
        write(visit.lastProofAt)
        write(visit.depthMeters)
        write(count: visit.doubts.rawValue)
        write(text: visit.policyVersion)
        write(optional: visit.assessment) { $0.write($1) }
    }

    private mutating func write(_ assessment: Visit.Assessment) {
        write(assessment.confidence)
        write(count: assessment.provenSeconds)
        write(count: assessment.bridgedSeconds)
        write(assessment.enteredBetween)
        write(optional: assessment.exitedBetween) { $0.write($1) }
        write(count: assessment.reasons.count)
        for reason in assessment.reasons {
            write(text: reason.term.rawValue)
            write(reason.weight)
        }
        write(optional: assessment.runnerUp) { writer, runnerUp in
            writer.write(text: runnerUp.facility.text)
            writer.write(runnerUp.share)
        }
    }

    private mutating func write(_ bounds: ClosedRange<Timestamp>) {
        write(bounds.lowerBound)
        write(bounds.upperBound)
    }
}

extension ByteReader {
    fileprivate mutating func readVisit(of member: MemberID) throws -> Visit {
        Visit(
            id: try readIdentifier(),
            member: member,
            device: try readIdentifier(),
            facility: try readIdentifier(),
            enteredAt: try readTime(),
            dwelledAt: try readOptionalTime(),
            exitedAt: try readOptionalTime(),
            status: try readName(),
            evidence: try readName(),
            verdict: try readName(),
            month: try Month(try readText()),
            localDate: try readDate(),
            fixesInside: try readInt(),
            lastProofAt: try readTime(),
            depthMeters: try readDouble(),
            doubts: Visit.Doubts(rawValue: try readInt()),
            policyVersion: try readText(),
            assessment: try readOptional { try $0.readAssessment() }
        )
    }

    private mutating func readAssessment() throws -> Visit.Assessment {
        Visit.Assessment(
            confidence: try readDouble(),
            provenSeconds: try readInt(),
            bridgedSeconds: try readInt(),
            enteredBetween: try readBounds(),
            exitedBetween: try readOptional { try $0.readBounds() },
            reasons: try (0..<readCount()).map { _ in
                Visit.Reason(try readName(), weight: try readDouble())
            },
            runnerUp: try readOptional { reader in
                Visit.RunnerUp(facility: try reader.readIdentifier(), share: try reader.readDouble())
            }
        )
    }

    private mutating func readBounds() throws -> ClosedRange<Timestamp> {
        let (lower, upper) = (try readTime(), try readTime())
        guard lower <= upper else { throw Self.damaged }
        return lower...upper
    }

    /// A day of the years that a `CivilDate` may have.
    private mutating func readDate() throws -> CivilDate {
        let days = try readSigned()
        guard (-5_000_000...5_000_000).contains(days) else { throw Self.damaged }
        return CivilDate(daysSince1970: Int(days))
    }
}
