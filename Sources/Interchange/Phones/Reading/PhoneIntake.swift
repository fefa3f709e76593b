internal import VisitModel

/// The receiver of the parsed records of a request, which assigns identities and detects repeats.
struct PhoneIntake {
    let sender: PhoneSender
    let clock: PhoneClock
    /// The identity in the request itself, used where neither the token nor the records contain one.
    let requestOrigin: TrackOrigin
    /// The operating system that the app or its HTTP client shows, where the records name none.
    let clientPlatform: Platform?

    var report = PhoneReport()
    /// Records that wait for their identity.
    var pending: [PendingRecord] = []
    /// The number of records in the request so far, of every outcome.
    var count = 0
    /// The largest number of refused records to keep; the others are counted.
    let refusedLimit: Int
    /// The codes of all refused records.
    private(set) var refusedCodes: Set<String> = []
    /// The digests of the IDs of the records so far.
    private var names: Set<NameDigest> = []
    /// The last records of earlier pieces: the second record of one fix may follow in the next piece.
    private(set) var lastRecords: [PhoneRecord] = []

    /// The ratio of the 68 % radius of phones to the 95 % radius of web browsers.
    ///
    /// Browsers give the 95 % radius (W3C Geolocation, 6.2), phones the 68 % radius: Android by its documentation of
    /// `getAccuracy`, iOS as a root mean square in two dimensions, which is 63 % and used unchanged. For normally
    /// distributed errors, equal in all directions, the radii are 2.4477 and 1.5096 standard deviations.
    static let browserRatio = 1.5096 / 2.4477

    init(
        sender: PhoneSender,
        receivedAt: Timestamp,
        requestOrigin: TrackOrigin,
        clientPlatform: Platform?,
        refusedLimit: Int
    ) {
        self.refusedLimit = refusedLimit
        self.sender = sender
        self.clock = PhoneClock(receivedAt: receivedAt)
        self.requestOrigin = requestOrigin
        self.clientPlatform = clientPlatform
    }

    @inline(__always)
    mutating func append(_ draft: FixDraft, _ facts: RecordFacts, range: Range<Int>) {
        pending.append(PendingRecord(draft, facts, range: range, index: count, clock: clock))
        count += 1
    }

    /// Refuses a record, of which nothing but its origin could be parsed.
    mutating func refuse(_ problem: RecordProblem, of origin: TrackOrigin = TrackOrigin(), range: Range<Int>) {
        pending.append(PendingRecord(problem, of: origin, range: range, index: count))
        count += 1
    }

    /// Appends several fixes of one record.
    mutating func append(_ drafts: [FixDraft], _ facts: RecordFacts, range: Range<Int>) {
        for draft in drafts {
            pending.append(PendingRecord(draft, facts, range: range, index: count, clock: clock))
        }
        count += 1
    }

    /// Ignores a record that is no fix.
    mutating func ignore(_ kind: IgnoredRecord) {
        report.ignored[kind, default: 0] += 1
        count += 1
    }

    /// Moves the waiting records to the report with their identities; `envelope` is that of the enclosing JSON.
    mutating func assignPending(_ envelope: FixDraft = FixDraft(), in bytes: UnsafeBufferPointer<UInt8>) {
        let origin = envelope.origin
        // Swapped out and back, so that the records are not copied and the array keeps its capacity.
        var waiting: [PendingRecord] = []
        swap(&waiting, &pending)
        defer {
            waiting.removeAll(keepingCapacity: true)
            swap(&waiting, &pending)
        }
        for record in waiting {
            // The phone can't choose the member of a token bound to that phone.
            let named = sender.device == nil ? record.origin.member ?? origin.member : nil
            let member = sender.member ?? named
            let device = sender.device ?? record.origin.device ?? origin.device ?? impliedDevice(record.origin, origin)
            switch record.outcome {
            case .refused(let problem): refuse(record, problem, device, member, in: bytes)
            case .fix, .heartbeat:
                guard let device else {
                    refuse(record, Self.missingIdentity(envelope), device, member, in: bytes)
                    continue
                }
                let owner = member ?? (lacksIdentity(record.origin, origin) ? requestOrigin.member : nil)
                accept(record, envelope, device: device, member: owner)
            }
        }
    }

    private mutating func accept(
        _ pending: PendingRecord,
        _ envelope: FixDraft,
        device: DeviceID,
        member: MemberID?
    ) {
        var record = PhoneRecord(
            device: device,
            member: member,
            platform: sender.platform ?? pending.origin.platform ?? envelope.platform ?? clientPlatform,
            recordID: pending.facts.recordID,
            time: clock.receivedAt,
            reportedAt: pending.reportedAt,
            claim: pending.facts.claim,
            provider: pending.facts.provider,
            event: pending.event,
            isCurrentOnly: pending.facts.isCurrentOnly,
            range: pending.range
        )
        switch pending.outcome {
        case .refused: return
        case .heartbeat(let time): record.time = time
        case .fix(let fix):
            record.time = fix.time
            record.fix = fix
            if pending.isBrowser || envelope.isBrowser, let accuracy = fix.horizontalAccuracy {
                record.fix?.horizontalAccuracy = accuracy * Self.browserRatio
            }
        }
        if !pending.isCorrected, let sentAt = pending.sentAt ?? envelope.sentAt {
            record.move(byMilliseconds: clock.correction(sentAt: sentAt))
        }
        append(record)
    }

    /// Removes the records parsed so far, so that the next piece can be parsed.
    mutating func removeRecords() -> [PhoneRecord] {
        lastRecords = Array((lastRecords + report.records.suffix(Self.lookBackCount)).suffix(Self.lookBackCount))
        return report.removeRecords()
    }

    /// The number of earlier records compared to find the other record of one fix.
    static let lookBackCount = 8

    private mutating func append(_ record: PhoneRecord) {
        if record.isCurrentOnly { report.ignored[.current, default: 0] += 1 }
        if let recordID = record.recordID, !names.insert(NameDigest(recordID, record.device)).inserted {
            report.repeated += 1
            return
        }
        report.records.append(record)
    }

    private mutating func refuse(
        _ record: PendingRecord,
        _ problem: RecordProblem,
        _ device: DeviceID?,
        _ member: MemberID?,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
        refusedCodes.insert(problem.code)
        guard report.refused.count < refusedLimit else {
            report.unkeptRefusedCount += 1
            return
        }
        report.refused.append(
            RefusedRecord(
                code: problem.code,
                message: problem.field.map { "\($0.name): \(problem.message)" } ?? problem.message,
                index: record.index,
                bytes: Array(bytes[record.range]),
                device: device,
                member: member
            )
        )
    }
}

/// A digest of the ID of a phone's record: 128 bits, so that no two IDs of a request collide by chance.
private struct NameDigest: Hashable {
    private var first: UInt64 = 0xCBF2_9CE4_8422_2325
    private var second: UInt64 = 0x8422_2325_CBF2_9CE4

    init(_ recordID: String, _ device: DeviceID) {
        add(recordID)
        add(device.text)
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var index = 0
            while index + 8 <= raw.count {
                add(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index += 8
            }
            while index < raw.count {
                add(UInt64(raw[index]))
                index += 1
            }
            add(UInt64(raw.count) | 1 << 63)
        }
    }

    @inline(__always)
    private mutating func add(_ word: UInt64) {
        first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
        first ^= first >> 29
        second = (second ^ word) &* 0xD6E8_FEB8_6659_FD93
        second ^= second >> 32
    }
}

extension PhoneRecord {
    fileprivate mutating func move(byMilliseconds correction: Int64) {
        guard correction != 0 else { return }
        time = Timestamp(milliseconds: time.milliseconds + correction)
        fix?.time = time
        reportedAt = reportedAt.map { Timestamp(milliseconds: $0.milliseconds + correction) }
        claim?.move(byMilliseconds: correction)
    }
}

extension PhoneIntake {
    /// The device of records that name no phone: it has the member's name, or is the one that the request names.
    private func impliedDevice(_ record: TrackOrigin, _ envelope: TrackOrigin) -> DeviceID? {
        if let member = sender.member { return try? DeviceID(member.text) }
        if let device = record.memberDevice ?? envelope.memberDevice { return device }
        return requestOrigin.device ?? requestOrigin.memberDevice
    }

    /// Whether only the request as a whole can identify a record.
    private func lacksIdentity(_ record: TrackOrigin, _ envelope: TrackOrigin) -> Bool {
        sender.device == nil && record.device == nil && envelope.device == nil && record.member == nil
            && envelope.member == nil
    }

    private static func missingIdentity(_ envelope: FixDraft) -> RecordProblem {
        if case .identifier = envelope.fault { return envelope.problem }
        return RecordProblem(
            code: "missing_identity",
            field: .device,
            message: "the record has no owner, expected a device or a member, or an access token bound to one"
        )
    }
}

extension TrackOrigin {
    /// Creates an origin from the names of a user and a phone, each of which may be absent.
    ///
    /// A phone of a user is named `user/device`, in whichever way the two were sent, because users choose the same
    /// names for their phones. Where only one is named it is used alone.
    init(user: String?, device: String?) throws(ValidationError) {
        self.init()
        let user = user.flatMap { $0.isEmpty ? nil : $0 }
        let device = device.flatMap { $0.isEmpty ? nil : $0 }
        if let user {
            member = try MemberID(user)
            memberDevice = try DeviceID(user)
        }
        if let device { self.device = try DeviceID(user.map { "\($0)/\(device)" } ?? device) }
    }
}
