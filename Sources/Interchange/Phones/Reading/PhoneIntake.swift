internal import VisitModel

/// Where the records of a request go as they are read; it knows whose they are and which came twice.
struct PhoneIntake {
    let sender: PhoneSender
    let clock: PhoneClock
    /// Who the request itself says to be, which counts where neither the token nor the records say anything.
    let requestOrigin: TrackOrigin
    /// The operating system that the app runs on, where there is only one.
    let appPlatform: Platform?

    /// What the request came to so far.
    var report = PhoneReport()
    /// Records that wait for what names them.
    var pending: [PendingRecord] = []
    /// How many records stood in the request so far, whatever became of them.
    var count = 0
    /// For a digest of a record's name, where that record stands in the report.
    private var places: [UInt64: Int] = [:]

    /// How an accuracy of a web browser becomes one of a phone.
    ///
    /// Browsers give the radius that holds the truth with 95 % (W3C Geolocation, 6.2), phones with 68 %: Android by its
    /// documentation of `getAccuracy`, iOS as a root mean square in two dimensions, which is 63 % and taken as it is. For
    /// errors that are normal and alike in all directions the radii are 2.4477 and 1.5096 standard deviations.
    static let browserRatio = 1.5096 / 2.4477

    init(sender: PhoneSender, receivedAt: Timestamp, requestOrigin: TrackOrigin, appPlatform: Platform?) {
        self.sender = sender
        self.clock = PhoneClock(receivedAt: receivedAt)
        self.requestOrigin = requestOrigin
        self.appPlatform = appPlatform
    }

    /// Takes a record that was read to its end.
    @inline(__always)
    mutating func take(_ draft: FixDraft, _ facts: RecordFacts, range: Range<Int>) {
        pending.append(PendingRecord(draft, facts, range: range, index: count, clock: clock))
        count += 1
    }

    /// Takes a record that can't be read.
    mutating func refuse(_ problem: RecordProblem, range: Range<Int>) {
        pending.append(PendingRecord(problem, range: range, index: count))
        count += 1
    }

    /// Passes over a record that says nothing about where a phone is.
    mutating func ignore() {
        report.ignored += 1
        count += 1
    }

    /// Gives the records that wait their names and hands them over.
    ///
    /// - Parameters:
    ///   - surroundings: what surrounds the records in the request.
    ///   - bytes: where the records stand.
    mutating func settle(_ surroundings: FixDraft = FixDraft(), in bytes: UnsafeBufferPointer<UInt8>) {
        let origin = surroundings.origin
        // Taken out and put back, so that the records are neither copied nor their room given up.
        var waiting: [PendingRecord] = []
        swap(&waiting, &pending)
        defer {
            waiting.removeAll(keepingCapacity: true)
            swap(&waiting, &pending)
        }
        for record in waiting {
            let member = sender.member ?? record.origin.member ?? origin.member
            let device = sender.device ?? record.origin.device ?? origin.device ?? deviceOfMember(record.origin, origin)
            switch record.outcome {
            case .refused(let problem): refuse(record, problem, device, member, in: bytes)
            case .reading, .signOfLife:
                guard let device else {
                    refuse(record, Self.nobody(surroundings), device, member, in: bytes)
                    continue
                }
                let owner = member ?? (namesNobody(record.origin, origin) ? requestOrigin.member : nil)
                accept(record, surroundings, device: device, member: owner)
            }
        }
    }

    private mutating func accept(
        _ pending: PendingRecord,
        _ surroundings: FixDraft,
        device: DeviceID,
        member: MemberID?
    ) {
        var record = PhoneRecord(
            device: device,
            member: member,
            platform: sender.platform ?? pending.origin.platform ?? surroundings.platform ?? appPlatform,
            recordID: pending.facts.recordID,
            time: clock.receivedAt,
            claim: pending.facts.claim,
            provider: pending.facts.provider,
            event: pending.event,
            isCurrentOnly: pending.facts.isCurrentOnly
        )
        switch pending.outcome {
        case .refused: return
        case .signOfLife(let time): record.time = time
        case .reading(let fix):
            record.time = fix.time
            record.fix = fix
            if pending.isBrowser || surroundings.isBrowser, let accuracy = fix.horizontalAccuracy {
                record.fix?.horizontalAccuracy = accuracy * Self.browserRatio
            }
        }
        if !pending.isCorrected, let sentAt = pending.sentAt ?? surroundings.sentAt {
            record.move(byMilliseconds: clock.correction(sentAt: sentAt))
        }
        append(record)
    }

    private mutating func append(_ record: PhoneRecord) {
        guard let recordID = record.recordID else {
            report.records.append(record)
            return
        }
        let digest = Self.digest(recordID, record.device)
        if let place = places[digest] {
            let known = report.records[place]
            if known.recordID == recordID, known.device == record.device {
                report.repeated += 1
                return
            }
        }
        places[digest] = report.records.count
        report.records.append(record)
    }

    /// A number that two names of records seldom share; what it finds is compared.
    private static func digest(_ recordID: String, _ device: DeviceID) -> UInt64 {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [recordID, device.text] {
            var text = text
            text.withUTF8 { bytes in
                let raw = UnsafeRawBufferPointer(bytes)
                var index = 0
                while index + 8 <= raw.count {
                    let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
                    state ^= state >> 29
                    index += 8
                }
                while index < raw.count {
                    state = (state ^ UInt64(raw[index])) &* 0x0000_0100_0000_01B3
                    index += 1
                }
            }
            state = (state ^ 0xFF) &* 0x9E37_79B9_7F4A_7C15
        }
        return state ^ state >> 32
    }

    private mutating func refuse(
        _ record: PendingRecord,
        _ problem: RecordProblem,
        _ device: DeviceID?,
        _ member: MemberID?,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
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

extension PhoneRecord {
    /// Puts its times right.
    fileprivate mutating func move(byMilliseconds correction: Int64) {
        guard correction != 0 else { return }
        time = Timestamp(milliseconds: time.milliseconds + correction)
        fix?.time = time
        claim?.move(byMilliseconds: correction)
    }
}
