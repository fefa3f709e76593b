internal import RadarEngine
internal import MobileSDK
internal import PhoneOS
internal import VisitModel
internal import VisitStore

/// An app on a simulated phone that monitors places, for the lifetime of one process.
///
/// Signals arrive through `PhoneOS`; events and errors go to the `LabAppOutlet` passed to the initializer. When the
/// process ends, a new instance is created over the same phone and memory, and `resume(after:)` is called.
protocol LabApp: Sendable {
    /// Starts monitoring, as after the member's consent.
    func startMonitoring() throws
    /// Stops monitoring.
    func stopMonitoring() throws
    /// Starts following the schedule in the app's options.
    func startSchedule() throws
    /// Stops following the schedule.
    func stopSchedule() throws
    /// Handles the member opening the app, in a new process or in one that was running in the background.
    func opened() throws
    /// Resumes in a new process.
    ///
    /// - Parameter reason: why the system launched the app.
    func resume(after reason: LaunchReason)
    /// Advances the clock, running the timers of the process that are due.
    func advance(to time: Timestamp)
    /// Whether monitoring is active or intended to be.
    var isMonitoring: Bool { get }
    /// Commits what a real app would have written at once, so that nothing is lost when the process ends.
    func flush() throws
    /// The visits found so far, ordered by entry.
    func visits() throws -> [FoundVisit]
}

extension LabApp {
    func startSchedule() throws { throw Self.noSchedule }
    func stopSchedule() throws { throw Self.noSchedule }
    func opened() throws {}

    private static var noSchedule: SimulationLabError {
        SimulationLabError(.scenario, "the app has no schedule, expected sdk: transistor")
    }
}

/// Receives an app's events and errors.
struct LabAppOutlet: Sendable {
    let tell: @Sendable (GeofenceEvent) -> Void
    let fail: @Sendable (any Error) -> Void
}

extension AppKind {
    /// Creates an app that uploads to a service, which finds its visits.
    func servedApp(
        of scenario: Scenario,
        phone: any PhoneOS,
        store: VisitStore,
        link: ServerLink,
        outlet: LabAppOutlet
    ) throws -> any LabApp {
        switch self {
        case .transistor: try TransistorApp(scenario, phone: phone, link: link, outlet: outlet)
        case .radar: try RadarApp(scenario, phone: phone, link: link, outlet: outlet)
        case .gymvisits, .footfall, .plain:
            try GymVisitsApp(scenario, phone: phone, store: store, link: link, outlet: outlet)
        }
    }
}
