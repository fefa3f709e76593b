internal import Logging
internal import ServiceLifecycle
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// What has to be done now and then while the service runs.
struct Upkeep: Service {
    let live: LiveIngest
    let gatekeeper: Gatekeeper
    let reader: StoreReader
    let options: ServiceOptions
    let now: @Sendable () -> Timestamp

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var round = 0
            var damaged: [TrackingOptionsSlot] = []
            tellOfDamage(&damaged)
            while (try? await Task.sleep(for: .seconds(options.upkeepSeconds))) != nil {
                round += 1
                await attempt("taking over changed facilities") { _ = try live.refreshPlaces() }
                await attempt("taking over changed tracking options") { try live.refreshTrackingOptions() }
                tellOfDamage(&damaged)
                await attempt("letting time pass") { try live.tick() }
                await attempt("looking for new events") { try live.noticeEvents() }
                if round % 60 == 1 { await attempt("deleting what is too old") { try deleteOld() } }
                if round % 15 == 0 { live.feed.wake() }
                if round % 10 == 0 { await attempt("noting which tokens are used") { try gatekeeper.writeUses() } }
            }
        }
        await attempt("noting which tokens are used") { try gatekeeper.writeUses() }
    }

    /// Tells of tracking options that can't be used, once as long as they are the same.
    private func tellOfDamage(_ told: inout [TrackingOptionsSlot]) {
        let damaged = live.damagedTrackingOptions
        for slot in damaged where !told.contains(slot) {
            options.logger.warning(
                "the tracking options for \(slot.target.words) can't be used, and phones are handed none",
                metadata: ["error": "\(slot.problem ?? "")"]
            )
        }
        told = damaged
    }

    /// Does something away from the threads that answer requests; a failure is logged and tried again the next time.
    private func attempt(_ what: String, _ body: @escaping @Sendable () throws -> Void) async {
        do {
            try await reader.read { _ in try body() }
        } catch {
            options.logger.warning("\(what) failed and is tried again", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes raw fixes and quarantined records that are older than they are kept, some at a time so that others get their
    /// turn.
    private func deleteOld() throws {
        let store = reader.store
        guard let days = try store.retentionDays() else { return }
        let limit = now().advanced(bySeconds: -86_400 * Double(days))
        for _ in 0..<100 where try store.deleteFixes(before: limit, limit: 500) < 500 { break }
        _ = try store.deleteQuarantined(QuarantineFilter(until: limit))
    }
}
