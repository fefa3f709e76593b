internal import Logging
internal import ServiceLifecycle
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The periodic maintenance of the running service.
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
            var announced: RetentionPeriods?
            var isFileInPlace = true
            reportDamage(&damaged)
            await announceRetention(&announced)
            while (try? await Task.sleep(for: .seconds(options.upkeepSeconds))) != nil {
                round += 1
                if isFileInPlace != reader.store.isFileInPlace {
                    isFileInPlace.toggle()
                    if isFileInPlace {
                        options.logger.notice("the database's file is restored")
                    } else {
                        options.logger.critical(
                            """
                            the database's file was deleted or replaced; nothing is accepted until the service is \
                            restarted
                            """
                        )
                    }
                }
                await attempt("loading changed facilities") { _ = try live.refreshPlaces() }
                await attempt("loading changed tracking options") { try live.refreshTrackingOptions() }
                reportDamage(&damaged)
                await attempt("running timers") { try live.tick() }
                await attempt("checking for new events") { try live.noticeEvents() }
                if round % 60 == 1 {
                    await announceRetention(&announced)
                    await attempt("removing fixes older than their retention") { try removeOld() }
                }
                // After the removal of a token its client's streams have to end within 10 s.
                if round % 4 == 0 { live.feed.wake() }
                if round % 10 == 0 { await attempt("recording token use") { try gatekeeper.writeUses() } }
            }
        }
        await attempt("recording token use") { try gatekeeper.writeUses() }
    }

    /// Logs tracking options that can't be used, once until they change.
    private func reportDamage(_ told: inout [TrackingOptionsSlot]) {
        let damaged = live.damagedTrackingOptions
        for slot in damaged where !told.contains(slot) {
            options.logger.warning(
                "the tracking options for \(slot.target.words) can't be used, and phones get none",
                metadata: ["error": "\(slot.problem ?? "")"]
            )
        }
        told = damaged
    }

    /// Runs a closure on a separate queue; an error is logged, and it is run again the next time.
    private func attempt(_ what: String, _ body: @escaping @Sendable () throws -> Void) async {
        do {
            try await reader.read { _ in try body() }
        } catch {
            options.logger.warning("\(what) failed and will be retried", metadata: ["error": "\(error)"])
        }
    }

    /// Logs the retention periods and the number of fixes to remove, whenever the periods have changed.
    private func announceRetention(_ announced: inout RetentionPeriods?) async {
        let known = announced
        do {
            announced = try await reader.read { store in
                let periods = try store.retentionPeriods()
                guard periods != known else { return periods }
                let due = try RetentionNotice.due(periods, store, at: now())
                options.logger.notice("\(RetentionNotice.announcement(periods, due: due))")
                return periods
            }
        } catch {
            options.logger.warning("the retention settings can't be read", metadata: ["error": "\(error)"])
        }
    }

    /// Removes data beyond its retention period, and logs how much it was.
    private func removeOld() throws {
        let summary = try VisitPipeline.applyRetention(to: reader.store, at: now())
        for line in RetentionNotice.lines(summary) { options.logger.notice("\(line)") }
    }
}
