package import MobileSDK
package import VisitModel

/// The service that the app on a simulated phone sends to.
///
/// It works in the phone's time: whoever runs the simulation tells it what time it is.
package protocol LabServer: Sendable {
    /// Where it is: `http://127.0.0.1:8080`, without a slash at its end.
    var address: String { get }
    /// The access token that the app has for it.
    var token: String { get }

    /// Takes a request and answers it.
    ///
    /// - Parameters:
    ///   - request: what the app sends; its address begins with `address`.
    ///   - time: the phone's time.
    /// - Returns: the answer, or why none came.
    func answer(_ request: TransportRequest, at time: Timestamp) -> TransportAnswer

    /// Lets time go on: what is due without a request is decided.
    ///
    /// - Parameter time: the phone's time.
    /// - Throws: what keeps it from deciding.
    func pass(to time: Timestamp) throws

    /// What it found of a member, by entry, with all that it was sent.
    ///
    /// - Parameter member: whose visits.
    /// - Returns: every visit, counted or not.
    /// - Throws: what keeps it from telling.
    func visits(of member: MemberID) throws -> [FoundVisit]

    /// What it told of a member's phones, in the order of telling.
    ///
    /// - Returns: the events.
    /// - Throws: what keeps it from telling.
    func events() throws -> [GeofenceEvent]
}
