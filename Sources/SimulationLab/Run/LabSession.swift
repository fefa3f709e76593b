internal import MobileSDK
internal import PhoneOS
package import PhoneSimulator
internal import Synchronization
package import TrackingEngine
package import VisitModel
internal import VisitPipeline
package import VisitStore

/// A running scenario: the simulated phone, the app on it, the app's store, and the timeline so far.
///
/// One thread at a time may run it. Each process of the app is a new object over the same phone and the same store, so
/// that only persisted state survives a restart.
package final class LabSession: Sendable {
    package let scenario: Scenario
    package let kind: AppKind
    package let simulator: PhoneSimulator
    /// The store of an app on Footfall.
    package let store: VisitStore
    private let process: Mutex<any LabApp>
    private let makeApp: @Sendable () throws -> any LabApp
    private let journal: Journal
    /// The connection to the service, for an app that uploads to one.
    private let link: ServerLink?

    private final class Journal: Sendable {
        struct Pages {
            var entries: [TimelineEntry] = []
            var mostWatched = 0
        }

        let pages = Mutex(Pages())
        let isKept: Bool

        init(isKept: Bool) { self.isKept = isKept }

        func record(_ item: TimelineEntry.Item, at time: Timestamp) {
            guard isKept else { return }
            pages.withLock { $0.entries.append(TimelineEntry(time: time, item: item)) }
        }
    }

    /// Prepares a run: stores the network, and sets the permissions; nothing is registered yet.
    ///
    /// The app is by default the scenario's own, and its service is one inside the simulation. Without `keepsTimeline`
    /// no events are collected, because the fixes of a month need much memory. Throws `SimulatorError` for impossible
    /// numbers of a phone, and `StorageError`.
    package convenience init(
        _ scenario: Scenario,
        app kind: AppKind? = nil,
        server: (any LabServer)? = nil,
        keepsTimeline: Bool = true
    ) throws {
        try self.init(scenario, app: kind, server: server, keepsTimeline: keepsTimeline) { _, _, _, _ in }
    }

    init(
        _ scenario: Scenario,
        app kind: AppKind?,
        server: (any LabServer)?,
        keepsTimeline: Bool,
        observe: @escaping LabTransport.Observer
    ) throws {
        let kind = kind ?? scenario.app.kind
        let store = try VisitStore.temporary()
        try scenario.importNetwork(into: store)
        let simulator = PhoneSimulator(try scenario.makePhone())
        let journal = Journal(isKept: keepsTimeline)
        let outlet = LabAppOutlet(
            emit: { journal.record(.event($0), at: $0.observedAt) },
            fail: { error in journal.record(.failed("\(error)"), at: simulator.system.now()) }
        )
        let memory = PlainApp.Memory(scenario, places: scenario.memberPlaces)
        let server = kind.usesServer ? try server ?? PipelineServer(for: scenario) : nil
        let link = try server.map { server in
            try ServerLink(
                server: server,
                transport: LabTransport(to: server, over: simulator.system) { request, answer, connectivity, time in
                    if journal.isKept {
                        let sent = SentRequest(request, answer)
                        journal.record(connectivity.isConnected ? .sent(sent) : .tried(sent), at: time)
                    }
                    observe(request, answer, connectivity, time)
                }
            )
        }
        let phone = simulator.system
        makeApp = {
            switch (kind, link) {
            case (.transistor, let link?):
                return try TransistorApp(scenario, phone: phone, link: link, outlet: outlet)
            case (.radar, let link?):
                return try RadarApp(scenario, phone: phone, link: link, outlet: outlet)
            case (.plain, _):
                return PlainApp(scenario, phone: phone, memory: memory, outlet: outlet) {
                    simulator.withPhone { $0.appState.isRunning && !$0.isAppSuspended }
                }
            default:
                return try FootfallApp(scenario, phone: phone, store: store, link: link, outlet: outlet)
            }
        }
        self.scenario = scenario
        self.kind = kind
        self.store = store
        self.simulator = simulator
        self.journal = journal
        self.link = link
        self.process = Mutex(try makeApp())
        simulator.setLaunchHandler { [weak self] reason in self?.launch(reason) }
    }

    /// Creates the app's object for a new process.
    private func launch(_ reason: LaunchReason) {
        do {
            // The last process committed its reports before it ended.
            try self.app.flush()
            let app = try makeApp()
            process.withLock { $0 = app }
            app.resume(after: reason)
        } catch {
            journal.record(.failed("\(error)"), at: simulator.system.now())
        }
    }

    private var app: any LabApp { process.withLock { $0 } }

    var facilities: Facilities? { (app as? FootfallApp)?.facilities }

    package func run(until time: Timestamp) {
        simulator.run(until: time) { occurrence in
            // The maximum can only rise where regions were added.
            let isMore = occurrence.notes.contains { if case .added = $0 { true } else { false } }
            let watched = isMore ? simulator.withPhone { $0.watchedRegions.count } : 0
            journal.pages.withLock { pages in
                pages.mostWatched = max(pages.mostWatched, watched)
                guard journal.isKept else { return }
                for note in occurrence.notes {
                    pages.entries.append(TimelineEntry(time: occurrence.time, item: .system(note)))
                }
                for case .fix(let fix, _) in occurrence.signals {
                    pages.entries.append(TimelineEntry(time: occurrence.time, item: .fix(fix)))
                }
            }
            // A process that has ended runs no timers; its successor is created with the launch signal.
            let isNew = occurrence.signals.contains { if case .launched = $0 { true } else { false } }
            if !isNew { app.advance(to: occurrence.time) }
            letServerPass(to: occurrence.time)
        }
        letServerPass(to: time)
    }

    /// Runs the service's timers that are due.
    private func letServerPass(to time: Timestamp) {
        do {
            try link?.server.advance(to: time)
        } catch {
            journal.record(.failed("the service: \(error)"), at: time)
        }
    }

    package func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// Performs an event of the scenario now; without a text it is omitted from the timeline.
    package func perform(_ event: ScenarioEvent, text: String?) {
        if let text { journal.record(.happened(text), at: simulator.system.now()) }
        switch event {
        case .startMonitoring: startMonitoring()
        case .stopMonitoring: attempt("stopMonitoring") { try app.stopMonitoring() }
        case .startSchedule: attempt("startSchedule") { try app.startSchedule() }
        case .stopSchedule: attempt("stopSchedule") { try app.stopSchedule() }
        case .server(let state): link?.transport.set(state)
        default: attempt("the app's state") { try apply(event) }
        }
        // Opening an app that does not monitor starts monitoring again.
        if event == .openApp {
            run(until: simulator.system.now())
            attempt("opening the app") { try app.opened() }
            if !app.isMonitoring { startMonitoring() }
        }
    }

    /// The process commits its reports before; where the app's data is lost, its file of records is too.
    private func apply(_ event: ScenarioEvent) throws {
        try app.flush()
        act { event.apply(to: &$0) }
        switch event {
        case .reinstallApp, .uninstallApp, .clearAppData: try link?.forget()
        default: break
        }
    }

    /// Starts monitoring; an error is added to the timeline.
    package func startMonitoring() { attempt("startMonitoring") { try app.startMonitoring() } }

    /// Changes some of the SDK's options, until the app's process ends; an error is added to the timeline.
    package func change(_ options: ConfigPatch) { attempt("setConfig") { try app.change(options) } }

    private func attempt(_ call: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            journal.record(.failed("\(call): \(error)"), at: simulator.system.now())
        }
    }

    /// The record of everything that happened until now; throws `StorageError`.
    package func record() throws -> SimulationRecord {
        let (entries, mostWatched) = journal.pages.withLock { ($0.entries, $0.mostWatched) }
        try app.flush()
        let visits = try link?.server.visits(of: scenario.member) ?? app.visits()
        let served = try link?.server.events().map { TimelineEntry(time: $0.observedAt, item: .served($0)) } ?? []
        let stays = scenario.trueStays(until: simulator.system.now())
        let truth = stays.flatMap { stay in
            [TimelineEntry(time: stay.enteredAt, item: .arrived(stay.facility))]
                + (stay.exitedAt.map { [TimelineEntry(time: $0, item: .left(stay.facility))] } ?? [])
        }
        return SimulationRecord(
            scenario: scenario,
            app: kind,
            entries: (truth + entries + served).stablySorted { $0.time },
            score: VisitScore(stays: stays, visits: visits),
            visits: visits,
            mostWatched: mostWatched,
            watched: simulator.withPhone { $0.watchedRegions.map(\.text).sorted() },
            costs: simulator.withPhone(\.costs),
            uploads: link?.transport.counts
        )
    }
}
