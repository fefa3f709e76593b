internal import VisitModel

extension PhoneIntake {
    /// The device of a member whose records name no phone: it has the member's name.
    ///
    /// - Parameters:
    ///   - record: the identity in the record.
    ///   - surroundings: the identity in the enclosing JSON.
    /// - Returns: the phone, or `nil` where no member is named.
    func deviceOfMember(_ record: TrackOrigin, _ surroundings: TrackOrigin) -> DeviceID? {
        if let member = sender.member { return try? DeviceID(member.text) }
        if let device = record.memberDevice ?? surroundings.memberDevice { return device }
        return requestOrigin.device ?? requestOrigin.memberDevice
    }

    /// Whether only the request as a whole can identify a record.
    func lacksIdentity(_ record: TrackOrigin, _ surroundings: TrackOrigin) -> Bool {
        sender.device == nil && record.device == nil && surroundings.device == nil && record.member == nil
            && surroundings.member == nil
    }

    /// The problem of a record without an identity.
    static func missingIdentity(_ surroundings: FixDraft) -> RecordProblem {
        if case .identifier = surroundings.fault { return surroundings.problem }
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
    ///
    /// - Parameters:
    ///   - user: the user.
    ///   - device: the phone.
    /// - Throws: `ValidationError` where a name is not a valid identifier.
    init(user: String?, device: String?) throws(ValidationError) {
        self.init()
        let user = user.flatMap { $0.isEmpty ? nil : $0 }
        let device = device.flatMap { $0.isEmpty ? nil : $0 }
        if let user {
            member = try MemberID(user)
            memberDevice = try DeviceID(user)
        }
        if let device {
            self.device = try DeviceID(user.map { "\($0)/\(device)" } ?? device)
        }
    }
}
