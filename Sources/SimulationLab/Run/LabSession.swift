internal import MobileSDK
internal import PhoneOS
public import PhoneSimulator
internal import Synchronization
public import VisitModel
internal import VisitPipeline
public import VisitStore

/// A scenario while it is played: the phone, the app on it, the store behind that, and what has happened so far.
///
/// One at a time may play it. Each process of the app is an object of its own over the same phone and the same store, so
/// that nothing outlives a restart but what was written down.
public final class LabSession: Sendable {
    /// The story.
    public let scenario: Scenario
    /// Which app the phone has.
    public let kind: AppKind
    /// The phone.
    public let simulator: PhoneSimulator
    /// What the app on Footfall writes.
    public let store: VisitStore
    private let process: Mutex<any LabApp>
    private let makeApp: @Sendable () throws -> any LabApp
    private let journal: Journal

    /// What happened, as it is gathered.
    private final class Journal: Sendable {
        struct Pages {
            var entries: [TimelineEntry] = []
            var mostWatched = 0
        }

        let pages = Mutex(Pages())

        func note(_ item: TimelineEntry.Item, at time: Timestamp) {
            pages.withLock { $0.entries.append(TimelineEntry(time: time, item: item)) }
        }
    }

    /// Sets the scene: the network is stored, the permissions are as the scenario has them, nothing is watched yet.
    ///
    /// - Parameters:
    ///   - scenario: the story.
    ///   - kind: which app the phone has; `nil` for the scenario's own.
    /// - Throws: `SimulatorError` for numbers that no phone has, `VisitStoreError`.
    public init(_ scenario: Scenario, app kind: AppKind? = nil) throws {
        let kind = kind ?? scenario.app.kind
        let store = try VisitStore.temporary()
        try store.take(scenario)
        let simulator = PhoneSimulator(try SimulatedPhone(scenario))
        let journal = Journal()
        let outlet = LabAppOutlet(
            tell: { journal.note(.event($0), at: $0.observedAt) },
            fail: { error in journal.note(.failed("\(error)"), at: simulator.system.now()) }
        )
        let memory = PlainApp.Memory(scenario, places: scenario.memberPlaces)
        makeApp = {
            switch kind {
            case .footfall:
                try FootfallApp(scenario, phone: simulator.system, store: store, outlet: outlet)
            case .plain:
                PlainApp(scenario, phone: simulator.system, memory: memory, outlet: outlet) {
                    simulator.withPhone { $0.appState.isRunning && !$0.isAppSuspended }
                }
            }
        }
        self.scenario = scenario
        self.kind = kind
        self.store = store
        self.simulator = simulator
        self.journal = journal
        self.process = Mutex(try makeApp())
        simulator.setLaunchHandler { [weak self] _ in self?.launch() }
    }

    /// A new process of the app.
    private func launch() {
        do {
            // What the last process reported was on its disk before it ended.
            try self.app.settle()
            let app = try makeApp()
            process.withLock { $0 = app }
            app.resume()
        } catch {
            journal.note(.failed("\(error)"), at: simulator.system.now())
        }
    }

    private var app: any LabApp { process.withLock { $0 } }

    /// The phone-side part of the running process; `nil` for a plain app.
    var facilities: Facilities? { (app as? FootfallApp)?.facilities }

    /// Lets time go on.
    ///
    /// - Parameter time: until when.
    public func run(until time: Timestamp) {
        simulator.run(until: time) { occurrence in
            // More are watched only where some were added.
            let isMore = occurrence.notes.contains { if case .added = $0 { true } else { false } }
            let watched = isMore ? simulator.withPhone { $0.watchedRegions.count } : 0
            journal.pages.withLock { pages in
                pages.mostWatched = max(pages.mostWatched, watched)
                for note in occurrence.notes {
                    pages.entries.append(TimelineEntry(time: occurrence.time, item: .system(note)))
                }
                for case .fix(let fix, _) in occurrence.signals {
                    pages.entries.append(TimelineEntry(time: occurrence.time, item: .fix(fix)))
                }
            }
            // What a process that has ended had in mind is gone: the new one is made with the signal.
            let isNew = occurrence.signals.contains { if case .launched = $0 { true } else { false } }
            if !isNew { app.pass(to: occurrence.time) }
        }
    }

    /// Changes the phone, or looks at it.
    ///
    /// - Parameter body: what is done.
    public func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// Lets something happen now.
    ///
    /// - Parameters:
    ///   - happening: what.
    ///   - text: the same in words; `nil` keeps it off the timeline.
    public func perform(_ happening: Happening, text: String?) {
        if let text { journal.note(.happened(text), at: simulator.system.now()) }
        switch happening {
        case .startMonitoring: startMonitoring()
        case .stopMonitoring: attempt("stopMonitoring") { try app.stopMonitoring() }
        default: act { $0.happen(happening) }
        }
        // Who opens an app that does not watch is asked once more.
        if happening == .openApp {
            run(until: simulator.system.now())
            if !app.isMonitoring { startMonitoring() }
        }
    }

    /// The app begins to watch; what keeps it from that is noted.
    public func startMonitoring() {
        attempt("startMonitoring") { try app.startMonitoring() }
    }

    private func attempt(_ call: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            journal.note(.failed("\(call): \(error)"), at: simulator.system.now())
        }
    }

    /// What has come of it so far.
    ///
    /// - Returns: the record, with all that happened until now.
    /// - Throws: `VisitStoreError`.
    public func record() throws -> SimulationRecord {
        let (entries, mostWatched) = journal.pages.withLock { ($0.entries, $0.mostWatched) }
        let visits = try app.visits()
        let stays = scenario.trueStays(until: simulator.system.now())
        let truth = stays.flatMap { stay in
            [TimelineEntry(time: stay.enteredAt, item: .arrived(stay.facility))]
                + (stay.exitedAt.map { [TimelineEntry(time: $0, item: .left(stay.facility))] } ?? [])
        }
        return SimulationRecord(
            scenario: scenario,
            app: kind,
            // In the order of time; what is of one moment as it came about.
            entries: (truth + entries).enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element),
            score: VisitScore(stays: stays, visits: visits),
            visits: visits,
            mostWatched: mostWatched,
            watched: simulator.withPhone { $0.watchedRegions.map(\.text).sorted() }
        )
    }
}
