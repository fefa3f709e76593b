public import PhoneOS
public import VisitModel

/// Records what a phone reports and evaluates visits; the app implements it with the pipeline over its own store, or
/// with a service.
///
/// The phone-side part handles the phone. What a visit is, and which places are monitored, is decided here by the same
/// engine as everywhere.
public protocol VisitRecorder: Sendable {
    /// Processes a report of the phone, and returns the resulting events in order.
    ///
    /// `time` is the current time, when the report was learned of. Throws the error that prevented the report from
    /// being stored; it can be repeated.
    func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent]

    /// Returns the ids of the facilities to monitor on this phone, in order, whether or not its system monitors them
    /// yet.
    func registered() throws -> [FacilityID]

    /// Returns those of them that are monitored because the member visits them most, however far away they are.
    ///
    /// The phone's movement trigger ignores them: it is about the nearest facilities. Without an implementation there
    /// are none.
    func preferred() throws -> [FacilityID]

    /// Returns how many facilities this phone may monitor, at present; `nil` for any number, or where it is not known.
    ///
    /// Without an implementation it is not known.
    func slots() throws -> Int?
}

extension VisitRecorder {
    /// Returns none.
    public func preferred() throws -> [FacilityID] { [] }

    /// Returns `nil`.
    public func slots() throws -> Int? { nil }
}

/// A report of a phone to a recorder.
public enum PhoneReport: Hashable, Sendable {
    /// A fix.
    case fix(Fix)
    /// A fix, and the transitions that the phone's system has just reported, by facility.
    case transitions([FacilityID: FenceAction], Fix)
    /// The phone was restarted.
    case rebooted
    /// The app was updated.
    case appUpdated
    /// The system no longer monitors anything, for the given reason.
    case registrationsLost(PhoneError)
    /// The system can monitor again: previous registrations are to be restored at once.
    case registrationsRestored
    /// The system has fewer slots than its limit, because other code occupies some: their number, and the system's
    /// error.
    case slotsMeasured(Int, PhoneError)
    /// The system refused a request, and nothing else has changed.
    case failed(PhoneError)
    /// Nothing is to be monitored any more.
    case monitoringStopped
    /// The member's list of places has changed.
    case listChanged
    /// The phone is alive.
    case heartbeat

    /// The fix of the report, if it has one.
    public var fix: Fix? {
        switch self {
        case .fix(let fix), .transitions(_, let fix): fix
        case .rebooted, .appUpdated, .registrationsLost, .registrationsRestored, .slotsMeasured, .failed,
            .monitoringStopped, .listChanged, .heartbeat:
            nil
        }
    }
}
