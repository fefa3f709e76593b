import DeviceEngine
import Interchange
import Synchronization
import VisitModel
import VisitStore

@testable import VisitPipeline

/// A live ingest over a small world, with a clock that stands still.
struct LiveScene {
    let world: SmallWorld
    let live: LiveIngest

    init(_ world: SmallWorld, options: LiveOptions = LiveOptions(), now: Timestamp = SmallWorld.now) throws {
        self.world = world
        self.live = try LiveIngest(store: world.store, options: options, now: { now })
    }

    init(places: Int = 3, options: LiveOptions = LiveOptions(), now: Timestamp = SmallWorld.now) throws {
        try self.init(SmallWorld(places: places), options: options, now: now)
    }

    /// Sends fixes in requests of a size, in order for each phone, all phones concurrently.
    func send(_ fixes: [TrackFix], each size: Int, deliveringFences: Bool = false) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (_, fixes) in Dictionary(grouping: fixes, by: \.device) {
                group.addTask {
                    var rest = fixes[...]
                    while !rest.isEmpty {
                        _ = try await live.ingest(
                            Self.reports(rest.prefix(size), deliveringFences: deliveringFences),
                            receivedAt: SmallWorld.now
                        )
                        rest = rest.dropFirst(size)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The reports of a request with fixes.
    static func reports(_ fixes: some Collection<TrackFix>, deliveringFences: Bool = false) -> [DeviceReport] {
        Dictionary(grouping: fixes, by: \.device).values.map { fixes in
            DeviceReport(
                device: fixes[0].device,
                member: fixes[0].member,
                platform: fixes[0].platform,
                inputs: fixes.map { .fix($0.fix) },
                deliversFences: deliveringFences
            )
        }
    }
}
