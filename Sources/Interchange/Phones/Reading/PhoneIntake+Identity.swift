internal import VisitModel

extension PhoneIntake {
    /// The phone of a member where nothing names a phone: it has the member's name.
    ///
    /// - Parameters:
    ///   - record: whose the record is, as far as it says.
    ///   - surroundings: whose the records round it are.
    /// - Returns: the phone, or `nil` where nobody is named.
    func deviceOfMember(_ record: TrackOrigin, _ surroundings: TrackOrigin) -> DeviceID? {
        if let member = sender.member { return try? DeviceID(member.text) }
        if let device = record.memberDevice ?? surroundings.memberDevice { return device }
        return requestOrigin.device ?? requestOrigin.memberDevice
    }

    /// Whether only the request as a whole can say whose a record is.
    func namesNobody(_ record: TrackOrigin, _ surroundings: TrackOrigin) -> Bool {
        sender.device == nil && record.device == nil && surroundings.device == nil && record.member == nil
            && surroundings.member == nil
    }

    /// What is wrong with a record of nobody.
    static func nobody(_ surroundings: FixDraft) -> RecordProblem {
        if case .identifier = surroundings.fault { return surroundings.problem }
        return RecordProblem(
            code: "missing_identity",
            field: .device,
            message: "nothing says whose record this is, expected a device or a member, or an access token of one"
        )
    }
}

extension TrackOrigin {
    /// Makes what a user and a phone amount to, each as text that may be absent.
    ///
    /// A phone of a user is named `user/device`, whichever way the two came, because users call their phones alike. Where
    /// only one is named it goes by that name.
    ///
    /// - Parameters:
    ///   - user: the user.
    ///   - device: the phone.
    /// - Throws: `ValidationError` where a name can't be one.
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
