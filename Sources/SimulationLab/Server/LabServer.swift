internal import MobileSDK
package import MobileSDKCore
package import VisitModel

/// The service that the app on a simulated phone uploads to.
///
/// It runs in the phone's time, which the simulation passes to it.
package protocol LabServer: Sendable {
    /// The base URL: `http://127.0.0.1:8080`, without a slash at its end.
    var address: String { get }
    /// The app's access token.
    var token: String { get }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: the app's request; its URL begins with `address`.
    ///   - time: the phone's time.
    /// - Returns: the answer, or the reason why there is none.
    func answer(_ request: TransportRequest, at time: Timestamp) -> TransportAnswer

    /// Advances the clock, running timers that are due without a request.
    ///
    /// - Parameter time: the phone's time.
    /// - Throws: what the evaluation throws.
    func advance(to time: Timestamp) throws

    /// The visits found for a member, after everything received is committed.
    ///
    /// - Parameter member: the member.
    /// - Returns: every visit, counted or not, ordered by entry.
    /// - Throws: what reading the visits throws.
    func visits(of member: MemberID) throws -> [FoundVisit]

    /// The events of the member's phones, in order of emission.
    ///
    /// - Returns: the events.
    /// - Throws: what reading the events throws.
    func events() throws -> [GeofenceEvent]
}
