public import PhoneOS
public import VisitModel

/// Keeps what a phone reports and decides about visits: the app fulfils it with the pipeline over its own store, or with
/// a service.
///
/// The phone-side part knows the phone; what is a visit, and which places are to be watched, is decided here, by the same
/// engine as everywhere.
public protocol VisitRecorder: Sendable {
    /// Takes what the phone reports.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - time: now; when it was learned.
    /// - Returns: what came of it, in order.
    /// - Throws: what kept it from being stored; the report can be made again.
    func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent]

    /// The facilities that are to be watched for this phone, which the phone's system may know or not.
    ///
    /// - Returns: by id.
    /// - Throws: what kept it from being read.
    func registered() throws -> [FacilityID]
}

/// Something that a phone reports to a recorder.
public enum PhoneReport: Hashable, Sendable {
    /// A reading.
    case fix(Fix)
    /// The phone was restarted.
    case rebooted
    /// The app was updated.
    case appUpdated
    /// The system no longer watches anything, and why.
    case registrationsLost(PhoneError)
    /// The system can watch again: what was watched before is to be watched again at once.
    case registrationsRestored
    /// The system has fewer slots than its limit, because other code takes some: how many, and what it said.
    case slotsMeasured(Int, PhoneError)
    /// The system refused something, and nothing else has changed.
    case failed(PhoneError)
    /// Nothing is to be watched any more.
    case monitoringStopped
    /// The member's list of places is another one.
    case listChanged
    /// The phone is alive.
    case heartbeat
}
