package import HTTPTransport
package import MobileSDK
internal import Synchronization
package import VisitModel
package import VisitStore

/// A running service that the simulated phone's app reaches over HTTP.
///
/// The service has to run in the phone's time: it takes `clock` for its clock, which each request sets.
package final class ServiceServer: LabServer {
    /// Where the service listens.
    package let address: String
    /// The app's token.
    package let token: String
    private let store: VisitStore
    private let transport: CurlTransport
    private let clock: SimulatedClock
    private let tick: @Sendable () throws -> Void
    private let lastTick: Mutex<Timestamp>

    /// Names a service.
    ///
    /// - Parameters:
    ///   - address: where it listens: `http://127.0.0.1:8080`.
    ///   - token: the app's token.
    ///   - store: its database.
    ///   - clock: the clock that it was made with.
    ///   - transport: how requests leave.
    ///   - tick: lets the service decide what is due at the clock's time.
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

    /// How long an answer may take on this machine's clock, which is not the phone's: a busy machine must not change what
    /// the simulation comes to.
    private static let patience = Duration.seconds(3_600)

    /// Sends a request over the network and waits for its answer, holding the thread.
    ///
    /// - Parameters:
    ///   - request: what the app sends.
    ///   - time: the phone's time.
    /// - Returns: the answer, or why none came.
    package func answer(_ request: TransportRequest, at time: Timestamp) -> TransportAnswer {
        clock.advance(to: time)
        guard let method = HTTPRequest.Method(rawValue: request.method) else {
            return .failure("the method \(request.method) carries no body; use POST, PUT, PATCH or OPTIONS")
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
            guard !response.isBodyCut else { return .failure("the answer is too long") }
            return .response(status: response.status, body: response.body)
        } catch {
            return .failure("\(error)")
        }
    }

    /// Lets the service's time go on; about once a minute it looks at what is due, as a service does.
    ///
    /// - Parameter time: the phone's time.
    /// - Throws: what `tick` throws.
    package func pass(to time: Timestamp) throws {
        clock.advance(to: time)
        let isDue = lastTick.withLock { last in
            guard last.seconds(to: time) >= 60 else { return false }
            last = time
            return true
        }
        if isDue { try tick() }
    }

    /// What the service found of a member.
    ///
    /// - Parameter member: whose visits.
    /// - Returns: every visit, by entry.
    /// - Throws: `VisitStoreError`.
    package func visits(of member: MemberID) throws -> [FoundVisit] { try store.foundVisits(of: member) }

    /// What the service told, in the order of telling.
    ///
    /// - Returns: the events.
    /// - Throws: `VisitStoreError`.
    package func events() throws -> [GeofenceEvent] { try store.events() }
}

/// The time in a simulation, for a service that runs beside the phone.
package final class SimulatedClock: Sendable {
    private let now: Mutex<Timestamp>

    /// Makes a clock.
    ///
    /// - Parameter time: when the simulation begins.
    package init(_ time: Timestamp) { now = Mutex(time) }

    /// What time it is.
    package var time: Timestamp { now.withLock(\.self) }

    /// Moves on; never back.
    ///
    /// - Parameter time: what time it is now.
    package func advance(to time: Timestamp) { now.withLock { $0 = max($0, time) } }
}
