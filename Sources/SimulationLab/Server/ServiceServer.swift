package import HTTPTransport
internal import MobileSDK
package import MobileSDKCore
internal import Synchronization
package import VisitModel
package import VisitStore

/// A running service that the simulated phone's app reaches over HTTP.
///
/// The service has to run in the phone's time: it uses `clock` as its clock, which each request advances.
package final class ServiceServer: LabServer {
    package let address: String
    package let token: String
    private let store: VisitStore
    private let transport: CurlTransport
    private let clock: SimulatedClock
    private let tick: @Sendable () throws -> Void
    private let lastTick: Mutex<Timestamp>

    /// `store` is the service's database; `tick` runs the service's timers that are due at the clock's time.
    package init(
        address: String,
        token: String,
        store: VisitStore,
        clock: SimulatedClock,
        transport: CurlTransport,
        tick: @escaping @Sendable () throws -> Void
    ) {
        (self.address, self.token, self.store) = (address, token, store)
        (self.clock, self.transport, self.tick) = (clock, transport, tick)
        lastTick = Mutex(clock.time)
    }

    /// The timeout of a request on this machine's clock, which is not the phone's.
    ///
    /// It is long because a busy machine must not change the result of the simulation.
    private static let patience = Duration.seconds(3_600)

    /// Sends a request over the network and blocks the thread until its answer.
    package func answer(_ request: TransportRequest, at time: Timestamp) -> TransportResult {
        clock.advance(to: time)
        guard let method = HTTPRequest.Method(rawValue: request.method) else {
            return .failure("the method \(request.method) has no body; use POST, PUT, PATCH or OPTIONS")
        }
        let access = NetworkAccess(allowsPrivateAddresses: true, allowsPlainHTTP: true, allowsAnyPort: true)
        do {
            let exchange = transport.sendHoldingThread(
                HTTPRequest(
                    url: try RequestURL(request.url, access: access),
                    headers: request.headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) },
                    body: request.body,
                    access: access,
                    timeout: Self.patience,
                    method: method
                )
            )
            let response = try exchange.result.get()
            guard !response.isBodyCut else { return .failure("the response is too long") }
            return .response(status: response.status, body: response.body)
        } catch {
            return .failure("\(error)")
        }
    }

    /// Sends a JSON document with the phone's token, besides what the app sends.
    package func send(_ document: String, to path: String, at time: Timestamp) {
        _ = answer(
            TransportRequest(
                method: "POST",
                url: address + path,
                headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                body: Array(document.utf8),
                timeout: Self.patience
            ),
            at: time
        )
    }

    /// Advances the service's clock, and runs its due timers about once a minute, as a service does.
    package func advance(to time: Timestamp) throws {
        clock.advance(to: time)
        let isDue = lastTick.withLock { last in
            guard last.seconds(to: time) >= 60 else { return false }
            last = time
            return true
        }
        if isDue { try tick() }
    }

    package func visits(of member: MemberID) throws -> [FoundVisit] { try FoundVisit.all(of: member, in: store) }

    package func events() throws -> [GeofenceEvent] { try store.events.all() }
}

/// The clock of a simulation, for a service that runs beside the phone.
package final class SimulatedClock: Sendable {
    private let now: Mutex<Timestamp>

    package init(_ time: Timestamp) { now = Mutex(time) }

    package var time: Timestamp { now.withLock(\.self) }

    /// Advances the clock; an earlier time has no effect.
    package func advance(to time: Timestamp) { now.withLock { $0 = max($0, time) } }
}
