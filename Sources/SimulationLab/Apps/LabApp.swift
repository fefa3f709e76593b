internal import MobileSDK
internal import PhoneOS
internal import VisitModel
internal import VisitStore

/// An app on a simulated phone that watches places, in one process of its own.
///
/// The phone gives it its signals through `PhoneOS`; what it tells goes to the `LabAppOutlet` that it was made with. When
/// its process ends, another is made over the same phone and the same memory, and `resume()` is called.
protocol LabApp: Sendable {
    /// Begins to watch, as when the member has just allowed it.
    func startMonitoring() throws
    /// Stops watching.
    func stopMonitoring() throws
    /// Begins to follow the schedule of its options.
    func startSchedule() throws
    /// Follows it no longer.
    func stopSchedule() throws
    /// Its member has opened it, in a new process or in one that went on without a screen.
    func opened() throws
    /// Goes on in a new process.
    ///
    /// - Parameter reason: why the system started it.
    func resume(after reason: LaunchReason)
    /// Lets time pass: what a timer in the process would do.
    func pass(to time: Timestamp)
    /// Whether it watches, or means to.
    var isMonitoring: Bool { get }
    /// Writes down what it would have written at once on a phone; nothing is lost when its process then ends.
    func settle() throws
    /// What it found so far, by entry.
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

/// Where an app's events and failures go.
struct LabAppOutlet: Sendable {
    let tell: @Sendable (GeofenceEvent) -> Void
    let fail: @Sendable (any Error) -> Void
}

extension AppKind {
    /// Makes an app whose visits a service finds.
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
