import MobileSDKCore
import PhoneOS
import PhoneSimulator
import PhoneStore
import Synchronization
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Fixes on their way to a service")
struct FixUploaderTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    /// A service that answers as configured and records the requests.
    private final class Service: UploadTransport {
        struct Memory {
            var answer: TransportResult? = .response(status: 200, body: [])
            var requests: [TransportRequest] = []
        }

        let memory = Mutex(Memory())

        func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
            let emitted = memory.withLock { memory in
                memory.requests.append(request)
                return memory.answer
            }
            if let emitted { answer(emitted) }
        }

        func answers(_ answer: TransportResult?) { memory.withLock { $0.answer = answer } }

        var bodies: [String] {
            memory.withLock { $0.requests.map { String(decoding: $0.body, as: UTF8.self) } }
        }

        /// The number of fixes in each request.
        var sizes: [Int] { bodies.map { $0.split(separator: "\"time\"").count - 1 } }
    }

    private let service = Service()
    private let records: RecordStore
    private let simulator: PhoneSimulator
    private let uploader: FixUploader

    init() throws {
        let home = try Coordinate(latitude: 45, longitude: -93)
        records = try .inMemory()
        simulator = PhoneSimulator(
            try SimulatedPhone(
                PhoneProfile(platform: .android),
                movement: Movement(restingAt: home, since: Self.start),
                start: Self.start,
                seed: 1
            )
        )
        uploader = Self.uploader(simulator, records, service)
    }

    private static func uploader(
        _ simulator: PhoneSimulator,
        _ records: RecordStore,
        _ service: Service
    ) -> FixUploader {
        let uploader = FixUploader(
            phone: simulator.system,
            records: records,
            transport: service,
            options: .init(url: "https://visits.example/v1/fixes", token: "ff_a", batchSize: 3)
        )
        simulator.system.setSignalHandler { signal, time in try? uploader.handle(signal, at: time) }
        return uploader
    }

    private func record(_ minutes: Double..., by uploader: FixUploader? = nil) throws {
        for minute in minutes {
            let time = Self.start.advanced(bySeconds: minute * 60)
            simulator.run(until: time)
            let place = try Coordinate(latitude: 45.5, longitude: -93.25)
            let fix = Fix(time: time, coordinate: place, horizontalAccuracy: 8)
            try (uploader ?? self.uploader).enqueue(fix, at: time)
        }
    }

    @Test("a fix is sent at once, in Footfall's own format, with the token, and then deleted")
    func atOnce() throws {
        var fix = Fix(time: Self.start, coordinate: try Coordinate(latitude: 45.5, longitude: -93.25))
        (fix.horizontalAccuracy, fix.speed, fix.course, fix.altitude, fix.battery) = (8.5, 1.25, 90, 210, 0.75)
        fix.activity = .walking
        fix.flags = [.mock, .stationary]
        try uploader.enqueue(fix, at: Self.start)
        let request = try #require(service.memory.withLock(\.requests).first)
        #expect(
            service.bodies == [
                """
                [{"time":"2024-03-18T06:00:00Z","lat":45.5,"lon":-93.25,"accuracy":8.5,"speed":1.25,"course":90,\
                "altitude":210,"battery":0.75,"activity":"walking","mock":true,"stationary":true}]
                """
            ]
        )
        #expect(request.method == "POST" && request.url == "https://visits.example/v1/fixes")
        #expect(request.headers["Authorization"] == "Bearer ff_a")
        #expect(try uploader.waitingCount == 0)
    }

    @Test("fixes that the service did not accept go with the next fix, the oldest first", arguments: [401, 500, 503])
    func refused(status: Int) throws {
        service.answers(.response(status: status, body: []))
        try record(0, 1)
        #expect(try uploader.waitingCount == 2)
        service.answers(.response(status: 200, body: []))
        try record(2)
        #expect(service.sizes == [1, 2, 3])
        let times = ["06:00", "06:01", "06:02"].map { "T\($0):00" }
        let last = try #require(service.bodies.last)
        let places = times.compactMap { last.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 3 && places == places.sorted())
        #expect(try uploader.waitingCount == 0)
    }

    @Test("a request without an answer is given up after its timeout, and its late answer changes nothing")
    func silent() throws {
        service.answers(nil)
        try record(0)
        try record(0, 0.5)
        #expect(service.sizes == [1], "one request at a time")
        simulator.run(until: Self.start.advanced(bySeconds: 90))
        service.answers(.response(status: 200, body: []))
        try record(2)
        #expect(service.sizes == [1, 3])
        #expect(try uploader.waitingCount == 0)
    }

    @Test("without a connection nothing is requested, and with it all fixes go out in requests of the batch's size")
    func connection() throws {
        simulator.withPhone { $0.setConnectivity(.none) }
        try record(0, 1, 2, 3)
        #expect(service.sizes.isEmpty)
        simulator.withPhone { $0.setConnectivity(.wifi) }
        simulator.run(until: Self.start.advanced(bySeconds: 300))
        #expect(service.sizes == [3, 1])
        #expect(try uploader.waitingCount == 0)
    }

    @Test("fixes in a request when the process ended are sent by the next one")
    func processEnd() throws {
        service.answers(nil)
        try record(0)
        service.answers(.response(status: 200, body: []))
        let next = Self.uploader(simulator, records, service)
        try record(5, by: next)
        #expect(service.sizes == [1, 2])
        #expect(try next.waitingCount == 0)
    }

    @Test("the same fix is stored once, and one that could not be sent is given up after a week")
    func limits() throws {
        simulator.withPhone { $0.setConnectivity(.none) }
        try record(0)
        try record(0)
        #expect(try uploader.waitingCount == 1)
        try record(8 * 24 * 60)
        #expect(try uploader.waitingCount == 1)
    }
}
