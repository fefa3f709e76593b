import MobileSDKCore
import MobileSDKTestSupport
import PhoneStore
import TrackingModel
import Dispatch
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("Background geolocation on many threads")
struct ThreadTests {
    /// A server that answers on other threads.
    private final class ThreadedServer: UploadTransport {
        let group = DispatchGroup()
        let names = Box<[String]>([])

        func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
            DispatchQueue.global().async(group: group) { [names] in
                names.set(names.current + request.names)
                answer(.response(status: 200, body: []))
            }
        }
    }

    @Test("with calls, events and answers on any thread, each record is sent once", .timeLimit(.minutes(10)))
    func threads() throws {
        let home = try GeolocationScene.place(east: 0)
        let start = GeolocationScene.start
        let phone = try SimulatedPhone(
            PhoneProfile(platform: .android),
            movement: Movement(restingAt: home, since: start),
            start: start,
            seed: 1
        )
        let (simulator, server) = (PhoneSimulator(phone), ThreadedServer())
        let app = BackgroundGeolocation(
            phone: simulator.system,
            records: try .inMemory(),
            transport: server,
            seed: 1
        )
        try app.ready { $0.http.url = GeolocationScene.url }
        let received = Box(0)
        let subscription = app.onHttp { [weak app] _ in
            // A listener may call the SDK.
            received.set(received.current + (app?.state.enabled == false ? 1 : 0))
        }
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            let fix = Fix(time: start, coordinate: home)
            let location = TrackedLocation(uuid: "r\(number)", fix: fix, recordedAt: start, isMoving: false)
            do {
                try app.store.insertLocation(location)
            } catch {
                Issue.record(error)
            }
            app.runtime.handle(.connectivityChanged(number.isMultiple(of: 2) ? .wifi : .cellular), at: start)
            app.config.batchUpdate { $0.persistence.extras = ["n": .integer(Int64(number))] }
            _ = app.odometer
        }
        server.group.wait()
        #expect(Set(server.names.current).count == 200)
        #expect(server.names.current.count == 200)
        #expect(received.current == 200)
        #expect(try app.store.getCount() == 0)
        subscription.remove()
    }
}
