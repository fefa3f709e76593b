internal import VisitStore

extension Console {
    /// The user who runs the command, for the access record.
    var accessCaller: AccessCaller {
        AccessCaller(.command, id: userName, note: environment["SUDO_USER"].map { "sudo by \($0)" })
    }

    /// The user who runs the command, now.
    var accessOrigin: AccessOrigin { AccessOrigin(accessCaller, at: now()) }

    /// Adds a row to the access record, before the data is printed; nothing where what is accessed is not stored.
    func record(_ action: AccessAction, _ target: AccessTarget, in store: VisitStore) throws {
        guard let subject = try store.accessRecord.subject(of: target) else { return }
        try store.accessRecord.add([Access(action, subject, accessOrigin)])
    }
}
