package import Logging
internal import ServiceLifecycle
package import VisitModel
internal import VisitPipeline
internal import VisitStore

struct Upkeep: Service {
    let live: LiveIngest
    let gatekeeper: Gatekeeper
    let recorder: AccessRecorder
    let reader: StoreReader
    let options: ServiceOptions
    let now: @Sendable () -> Timestamp

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var round = 0
            var damaged: [TrackingOptionsSlot] = []
            var announced: RetentionPeriods?
            var fileState = DatabaseFileState.inPlace
            var erasure = PendingErasure()
            reportDamage(&damaged)
            await announceRetention(&announced)
            await finishErasing(&erasure)
            while (try? await Task.sleep(for: .seconds(options.upkeepSeconds))) != nil {
                round += 1
                reportFile(&fileState)
                // What would be written now would make a damaged file of an empty one.
                guard fileState != .cut else { continue }
                await attempt("finishing an interrupted import") { try reader.store.finishInterruptedImport() }
                await attempt("loading changed facilities") { _ = try live.refreshPlaces() }
                await attempt("loading changed tracking options") { try live.refreshTrackingOptions() }
                reportDamage(&damaged)
                await attempt("running timers") { try live.tick() }
                await attempt("checking for new events") { try live.noticeEvents() }
                if round % 60 == 1 {
                    await announceRetention(&announced)
                    await attempt("removing fixes older than their retention") { try removeOld() }
                    await finishErasing(&erasure)
                }
                // After the removal of a token its client's streams have to end within 10 s.
                if round % 4 == 0 { live.feed.wake() }
                if round % 10 == 0 { await recordUse() }
            }
        }
        await recordUse()
    }

    private func recordUse() async {
        await attempt("recording token use") { try gatekeeper.writeUses() }
        await attempt("counting repeated accesses") { try recorder.writeRepeats() }
    }

    /// Finishes an erasure that was interrupted, in this process or another.
    private func finishErasing(_ erasure: inout PendingErasure) async {
        let known = erasure
        do {
            erasure = try await reader.read { store in
                var erasure = known
                guard erasure.isDue(isPending: try store.privacy.isErasurePending()) else { return erasure }
                do {
                    if try store.privacy.finishErasing() {
                        options.logger.notice("finished an erasure that was interrupted; the file has no trace of it")
                    }
                } catch {
                    erasure.hasFailed()
                    options.logger.warning(
                        "an erasure was interrupted and can't be finished; it will be retried in an hour",
                        metadata: ["error": "\(error)"]
                    )
                }
                return erasure
            }
        } catch {
            options.logger.warning("the state of an erasure can't be read", metadata: ["error": "\(error)"])
        }
    }

    /// Logs each change of the state of the database's file.
    private func reportFile(_ reported: inout DatabaseFileState) {
        let state = reader.store.fileState
        guard state != reported else { return }
        reported = state
        switch state {
        case .inPlace: options.logger.notice("the database's file is restored")
        case .replaced:
            options.logger.critical(
                "the database's file was deleted or replaced; nothing is accepted until the service is restarted"
            )
        case .cut:
            options.logger.critical(
                """
                the database's file was cut to nothing; nothing is accepted until the service is stopped, a backup is \
                restored, and the service is started again
                """
            )
        }
    }

    /// Logs tracking options that can't be used, once until they change.
    private func reportDamage(_ reported: inout [TrackingOptionsSlot]) {
        let damaged = live.damagedTrackingOptions
        for slot in damaged where !reported.contains(slot) {
            options.logger.warning(
                "the tracking options for \(slot.target.words) can't be used, and phones get none",
                metadata: ["error": "\(slot.problem ?? "")"]
            )
        }
        reported = damaged
    }

    /// Runs a closure on a separate queue; an error is logged, and it is run again the next time.
    private func attempt(_ what: String, _ body: @escaping @Sendable () throws -> Void) async {
        do {
            try await reader.read { _ in try body() }
        } catch {
            options.logger.warning("\(what) failed and will be retried", metadata: ["error": "\(error)"])
        }
    }

    /// Logs the periods and the number of fixes to remove, whenever the periods have changed.
    private func announceRetention(_ announced: inout RetentionPeriods?) async {
        let known = announced
        do {
            announced = try await reader.read { store in
                let periods = try store.settings.retentionPeriods()
                guard periods != known else { return periods }
                let due = try RetentionNotice.due(periods, store, at: now())
                options.logger.notice("\(RetentionNotice.announcement(periods, due: due))")
                return periods
            }
        } catch {
            options.logger.warning("the retention settings can't be read", metadata: ["error": "\(error)"])
        }
    }

    private func removeOld() throws {
        let summary = try VisitPipeline.applyRetention(to: reader.store, at: now())
        for line in RetentionNotice.lines(summary) { options.logger.notice("\(line)") }
    }
}

package struct ServiceOptions: Sendable {
    /// A name or an IP address.
    package var host = "127.0.0.1"
    /// 0 for any free port.
    package var port = 8_080
    /// PEM files; `nil` for plain HTTP, behind a proxy or on this machine alone.
    package var certificate: (chainFile: String, keyFile: String)?
    /// In bytes, as received.
    package var bodyLimit = 16 << 20
    /// In bytes, after decompression.
    package var unpackedBodyLimit = 64 << 20
    /// For each token; 0 for no limit.
    package var requestsPerSecond = 1_000.0
    package var connectionLimit = 16_384
    /// For a client behind a trusted proxy, the most concurrent requests.
    package var connectionsPerAddress = 4_096
    /// Trusted for `X-Forwarded-For`.
    package var trustedProxies: [AddressRange] = []
    /// For the head of a request, and of an idle connection.
    package var headSeconds = 60
    /// For the body of a request.
    package var bodySeconds = 60
    /// For reading a piece of a response.
    package var answerSeconds = 30
    /// How long a stopping service waits for requests in progress.
    package var patienceSeconds = 8
    /// Changed facilities, due phones and retention are checked at this interval.
    package var upkeepSeconds = 1.0
    /// For webhook endpoints that are added over HTTP: the exceptions to public https addresses.
    ///
    /// None by default, so that a token gives no access to the service's own network.
    package var webhookExceptions: WebhookEndpoint.Exceptions = []
    /// Of the web pages that may use the API in a browser.
    package var crossOrigins: [WebOrigin] = []
    package var dashboard = DashboardOptions()
    package var logger = Logger(label: "footfall")

    package init() {}
}
