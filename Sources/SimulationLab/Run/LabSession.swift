internal import MobileSDK
internal import PhoneOS
package import PhoneSimulator
internal import Synchronization
package import VisitModel
internal import VisitPipeline
package import VisitStore

/// A scenario while it is played: the phone, the app on it, the store behind that, and what has happened so far.
///
/// One at a time may play it. Each process of the app is an object of its own over the same phone and the same store, so
/// that nothing outlives a restart but what was written down.
package final class LabSession: Sendable {
    /// The story.
    package let scenario: Scenario
    /// Which app the phone has.
    package let kind: AppKind
    /// The phone.
    package let simulator: PhoneSimulator
    /// What the app on Footfall writes.
    package let store: VisitStore
    private let process: Mutex<any LabApp>
    private let makeApp: @Sendable () throws -> any LabApp
    private let journal: Journal
    /// Who finds the visits where the app does not.
    private let link: ServerLink?

    /// What happened, as it is gathered.
    private final class Journal: Sendable {
        struct Pages {
            var entries: [TimelineEntry] = []
            var mostWatched = 0
        }

        let pages = Mutex(Pages())
        let isKept: Bool

        init(isKept: Bool) { self.isKept = isKept }

        func note(_ item: TimelineEntry.Item, at time: Timestamp) {
            guard isKept else { return }
            pages.withLock { $0.entries.append(TimelineEntry(time: time, item: item)) }
        }
    }

    /// Sets the scene: the network is stored, the permissions are as the scenario has them, nothing is watched yet.
    ///
    /// - Parameters:
    ///   - scenario: the story.
    ///   - kind: which app the phone has; `nil` for the scenario's own.
    ///   - server: what an app that needs a service sends to; `nil` for one inside the simulation.
    ///   - keepsTimeline: whether what happens is gathered for the record; a month of positions takes its memory.
    /// - Throws: `SimulatorError` for numbers that no phone has, `VisitStoreError`.
    package convenience init(
        _ scenario: Scenario,
        app kind: AppKind? = nil,
        server: (any LabServer)? = nil,
        keepsTimeline: Bool = true
    ) throws {
        try self.init(scenario, app: kind, server: server, keepsTimeline: keepsTimeline) { _, _, _, _ in }
    }

    /// The same, for who wants to see each request.
    init(
        _ scenario: Scenario,
        app kind: AppKind?,
        server: (any LabServer)?,
        keepsTimeline: Bool,
        observe: @escaping LabTransport.Observer
    ) throws {
        let kind = kind ?? scenario.app.kind
        let store = try VisitStore.temporary()
        try store.take(scenario)
        let simulator = PhoneSimulator(try SimulatedPhone(scenario))
        let journal = Journal(isKept: keepsTimeline)
        let outlet = LabAppOutlet(
            tell: { journal.note(.event($0), at: $0.observedAt) },
            fail: { error in journal.note(.failed("\(error)"), at: simulator.system.now()) }
        )
        let memory = PlainApp.Memory(scenario, places: scenario.memberPlaces)
        let server = kind.usesServer ? try server ?? PipelineServer(for: scenario) : nil
        let link = try server.map { server in
            try ServerLink(
                server: server,
                transport: LabTransport(to: server, over: simulator.system) { request, answer, connectivity, time in
                    if journal.isKept {
                        let sent = SentRequest(request, answer)
                        journal.note(connectivity.isConnected ? .sent(sent) : .tried(sent), at: time)
                    }
                    observe(request, answer, connectivity, time)
                }
            )
        }
        let phone = simulator.system
        makeApp = {
            if let link {
                return try kind.servedApp(of: scenario, phone: phone, store: store, link: link, outlet: outlet)
            }
            guard kind == .plain else {
                return try FootfallApp(scenario, phone: phone, store: store, outlet: outlet)
            }
            return PlainApp(scenario, phone: phone, memory: memory, outlet: outlet) {
                simulator.withPhone { $0.appState.isRunning && !$0.isAppSuspended }
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

    /// A new process of the app.
    private func launch(_ reason: LaunchReason) {
        do {
            // What the last process reported was on its disk before it ended.
            try self.app.settle()
            let app = try makeApp()
            process.withLock { $0 = app }
            app.resume(after: reason)
        } catch {
            journal.note(.failed("\(error)"), at: simulator.system.now())
        }
    }

    private var app: any LabApp { process.withLock { $0 } }

    /// The phone-side part of the running process; `nil` for a plain app.
    var facilities: Facilities? { (app as? FootfallApp)?.facilities ?? (app as? GymVisitsApp)?.facilities }

    /// Lets time go on.
    ///
    /// - Parameter time: until when.
    package func run(until time: Timestamp) {
        simulator.run(until: time) { occurrence in
            // More are watched only where some were added.
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
            // What a process that has ended had in mind is gone: the new one is made with the signal.
            let isNew = occurrence.signals.contains { if case .launched = $0 { true } else { false } }
            if !isNew { app.pass(to: occurrence.time) }
            letServerPass(to: occurrence.time)
        }
        letServerPass(to: time)
    }

    /// What is due in the service is decided.
    private func letServerPass(to time: Timestamp) {
        do {
            try link?.server.pass(to: time)
        } catch {
            journal.note(.failed("the service: \(error)"), at: time)
        }
    }

    /// Changes the phone, or looks at it.
    ///
    /// - Parameter body: what is done.
    package func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// Lets something happen now.
    ///
    /// - Parameters:
    ///   - happening: what.
    ///   - text: the same in words; `nil` keeps it off the timeline.
    package func perform(_ happening: Happening, text: String?) {
        if let text { journal.note(.happened(text), at: simulator.system.now()) }
        switch happening {
        case .startMonitoring: startMonitoring()
        case .stopMonitoring: attempt("stopMonitoring") { try app.stopMonitoring() }
        case .startSchedule: attempt("startSchedule") { try app.startSchedule() }
        case .stopSchedule: attempt("stopSchedule") { try app.stopSchedule() }
        case .server(let state): link?.transport.set(state)
        default: attempt("what the app had in mind") { try befall(happening) }
        }
        // Who opens an app that does not watch is asked once more.
        if happening == .openApp {
            run(until: simulator.system.now())
            attempt("opening the app") { try app.opened() }
            if !app.isMonitoring { startMonitoring() }
        }
    }

    /// Lets something befall the phone.
    ///
    /// What the process reported was on its disk before; with the app's data its file of records goes too.
    private func befall(_ happening: Happening) throws {
        try app.settle()
        act { $0.happen(happening) }
        switch happening {
        case .reinstallApp, .uninstallApp, .clearAppData: try link?.forget()
        default: break
        }
    }

    /// The app begins to watch; what keeps it from that is noted.
    package func startMonitoring() {
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
    package func record() throws -> SimulationRecord {
        let (entries, mostWatched) = journal.pages.withLock { ($0.entries, $0.mostWatched) }
        try app.settle()
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
            // In the order of time; what is of one moment as it came about.
            entries: (truth + entries + served).enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element),
            score: VisitScore(stays: stays, visits: visits),
            visits: visits,
            mostWatched: mostWatched,
            watched: simulator.withPhone { $0.watchedRegions.map(\.text).sorted() },
            costs: simulator.withPhone(\.costs),
            uploads: link?.transport.counts
        )
    }
}
