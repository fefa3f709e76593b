public import VisitModel

/// What one device sent in a request.
public struct DeviceReport: Sendable {
    /// The phone.
    public var device: DeviceID
    /// Whose it is, where the request says so; otherwise who the store says, and for a new phone a member of its name.
    public var member: MemberID?
    /// What the sender may say of phones.
    public var authority: Authority
    /// Its operating system, where the request says so.
    public var platform: Platform?
    /// What it reported, in any order.
    public var inputs: [DeviceInput]
    /// Whether the phone is told in the answer which fences to keep.
    public var takesFences: Bool
    /// Whether the phone is told in the answer which fences it is in.
    public var takesPresence: Bool

    /// For whom a sender speaks.
    public enum Authority: Hashable, Sendable {
        /// For whomever it names: a backend's.
        case anyone
        /// For one member, whose phones it names.
        case member
        /// For one phone of a member, both of which somebody else has named.
        case memberDevice
        /// For one phone, which belongs to whom the store says; one that the store does not know is nobody's.
        case device
    }

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - member: whose it is, where that is said.
    ///   - authority: what the sender may say of phones.
    ///   - platform: its operating system, where that is said.
    ///   - inputs: what it reported, in any order.
    ///   - takesFences: whether it is told which fences to keep.
    ///   - takesPresence: whether it is told which fences it is in.
    public init(
        device: DeviceID,
        member: MemberID? = nil,
        authority: Authority = .anyone,
        platform: Platform? = nil,
        inputs: [DeviceInput],
        takesFences: Bool = false,
        takesPresence: Bool = false
    ) {
        self.device = device
        self.member = member
        self.authority = authority
        self.platform = platform
        self.inputs = inputs
        self.takesFences = takesFences
        self.takesPresence = takesPresence
    }
}
