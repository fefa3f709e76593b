internal import VisitModel

extension PhoneRequestReader {
    /// Parses a request of OwnTracks: an object, or an array of them.
    ///
    /// An empty body is the app's way to delete a friend, and is ignored. After a region transition the Android app
    /// sends a `transition` and a `location` with `t` of `c` for one fix: in one request they become one record.
    mutating func readOwnTracks(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        guard request.body.contains(where: { $0 > 0x20 }) else {
            phone.ignore()
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
