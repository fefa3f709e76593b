internal import VisitModel

extension PhoneRequestReader {
    /// Parses a request of OwnTracks: an object, or an array of them.
    ///
    /// An empty body is the app's way to delete a friend, and is ignored. After a region transition the Android app
    /// sends a `transition` and a `location` with `t` of `c` for one fix: in one request they become one record.
    mutating func readOwnTracks(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        guard request.body.contains(where: { $0 > 0x20 }) else {
            phone.ignore(.empty)
            return
        }
        let query = FormFields(request.query)
        let user = request.userName ?? query.text("u")
        let device = request.deviceName ?? query.text("d")
        begin(request.body, OwnTracksElements(user: user, device: device), &phone)
    }
}

extension PhoneIntake {
    /// Whether a record of this request already contains the fix of a draft.
    ///
    /// Only the last few are compared: the two records of one fix are adjacent.
    func hasReading(like draft: FixDraft) -> Bool {
        guard draft.fault == nil, let time = draft.time else { return false }
        return (lastRecords + report.records.suffix(Self.lookBackCount)).suffix(Self.lookBackCount).contains { record in
            guard let fix = record.fix, record.claim != nil, fix.time == time else { return false }
            return fix.coordinate.latitude == draft.latitude && fix.coordinate.longitude == draft.longitude
                && (record.device == draft.device ?? draft.memberDevice || sender.device != nil || sender.member != nil)
        }
    }

    mutating func repeatLast() {
        report.repeated += 1
        count += 1
    }
}

struct OwnTracksElements: PhoneElements {
    let rules = PhoneRules.ownTracks
    /// The user and the phone that the request names.
    let user: String?
    let device: String?
    fileprivate var decoder = JSONRecordDecoder(names: PhoneRules.ownTracks.names)

    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        var record = decoder.decode(element, &names)
        if let problem = record.problem {
            phone.refuse(problem, range: range)
            return
        }
        let object = OwnTracksObject(element)
        switch object.kind {
        case .fix: break
        case .ignored(let kind): return phone.ignore(kind)
        case .refused(let problem):
            // The owner is known even where the rest can't be read.
            var draft = FixDraft()
            draft.setIdentity(user: user, device: device, object)
            return phone.refuse(problem, of: draft.origin, range: range)
        }
        var facts = RecordFacts(recordID: record.name(.id), claim: object.claim)
        facts.allowsZero = object.complete(&record.draft, receivedAt: phone.clock.receivedAt)
        record.draft.setIdentity(user: user, device: device, object)
        if object.type == "location", object.trigger?.lowercased() == "c", phone.hasReading(like: record.draft) {
            phone.repeatLast()
            return
        }
        phone.append(record.draft, facts, range: range)
    }

    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft {
        FixDraft()
    }
}
