import GRDB
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import PhoneStore
import SQLiteStorage
import Synchronization
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Uploading fixes while the phone's file fails")
struct UploaderFailureTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    /// A part of the file that fails for a while, as with a disk error.
    private struct Trouble {
        let table: String
        let file: DatabaseQueue

        init(_ table: String, in records: RecordStore) throws {
            self.table = table
            file = try DatabaseQueue(path: records.path)
        }

        func begin() { rename(table, "away") }
        func end() { rename("away", table) }

        private func rename(_ from: String, _ to: String) {
            #expect(throws: Never.self) {
                try file.write { try $0.execute(sql: "ALTER TABLE \(from) RENAME TO \(to)") }
            }
        }
    }

    /// A service that may be slow, and runs a handler at each request.
    private final class Service: UploadTransport {
        private struct Memory {
            var bodies: [String] = []
            var pending: [@Sendable (TransportResult) -> Void] = []
            var isSlow = false
            var onRequest: @Sendable () -> Void = {}
        }

        private let memory = Mutex(Memory())

        func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
            let (isSlow, act) = memory.withLock { memory in
                memory.bodies.append(String(decoding: request.body, as: UTF8.self))
                if memory.isSlow { memory.pending.append(answer) }
                return (memory.isSlow, memory.onRequest)
            }
            act()
            if !isSlow { answer(.response(status: 200, body: [])) }
        }

        func set(slow isSlow: Bool, _ onRequest: @escaping @Sendable () -> Void = {}) {
            memory.withLock { ($0.isSlow, $0.onRequest) = (isSlow, onRequest) }
        }

        /// Answers the oldest request that has no answer yet.
        func answerOldest(_ status: Int = 200) {
            let oldest = memory.withLock { $0.pending.isEmpty ? nil : $0.pending.removeFirst() }
            oldest?(.response(status: status, body: []))
        }

        var requests: Int { memory.withLock(\.bodies.count) }

        func has(_ time: Timestamp) -> Bool {
            memory.withLock(\.bodies).contains { $0.contains("\"time\":\"\(time)\"") }
        }
    }

    private let service = Service()
    private let records: RecordStore
    private let simulator: PhoneSimulator
    private let uploader: FixUploader

    init() throws {
        let home = try Coordinate(latitude: 45, longitude: -93)
        records = try .temporary()
        let phone = try SimulatedPhone(
            PhoneProfile(platform: .android),
            movement: Movement(restingAt: home, since: Self.start),
            start: Self.start,
            seed: 1
        )
        simulator = PhoneSimulator(phone)
        uploader = FixUploader(
            phone: simulator.system,
            records: records,
            transport: service,
            options: .init(url: "https://visits.example/v1/fixes", token: "ff_a", batchSize: 2)
        )
    }

    private static func minute(_ minute: Int) -> Timestamp { start.advanced(bySeconds: Double(minute) * 60) }

    private func record(_ minute: Int) throws {
        let place = try Coordinate(latitude: 45.5, longitude: -93.25)
        let time = Self.minute(minute)
        try uploader.enqueue(Fix(time: time, coordinate: place, horizontalAccuracy: 8), at: time)
    }

    /// The events after which the uploader tries again.
    enum Occasion: String, CaseIterable, CustomTestStringConvertible {
        case fix, connection, opened, left, fetch
        var testDescription: String { rawValue }

        var signal: PhoneSignal? {
            switch self {
            case .fix: nil
            case .connection: .connectivityChanged(.wifi)
            case .opened: .appStateChanged(.foreground)
            case .left: .appStateChanged(.background)
            case .fetch: .backgroundFetch
            }
        }
    }

    private func happen(_ occasion: Occasion) throws {
        if let signal = occasion.signal { try uploader.handle(signal, at: Self.minute(9)) } else { try record(9) }
    }

    private func expectAll(_ minutes: ClosedRange<Int>) throws {
        for minute in minutes { #expect(service.has(Self.minute(minute)), "minute \(minute)") }
        #expect(try uploader.waitingCount == 0)
        #expect(try records.counts().locked == 0)
    }

    @Test(
        "resumes at the next opportunity after a failure in the middle of an upload",
        arguments: ["tracking_record", "tracking_lock", "tracking_count"],
        Occasion.allCases
    )
    func middle(table: String, occasion: Occasion) throws {
        let trouble = try Trouble(table, in: records)
        simulator.withPhone { $0.setConnectivity(.none) }
        for minute in 1...5 { try record(minute) }
        simulator.withPhone { $0.setConnectivity(.wifi) }
        // The file fails after the first of three requests was sent, before its answer comes.
        service.set(slow: false) { [service] in
            trouble.begin()
            service.set(slow: false)
        }
        try? uploader.handle(.connectivityChanged(.wifi), at: Self.minute(6))
        #expect(service.requests == 1)
        trouble.end()
        #expect(service.requests == 1)
        try happen(occasion)
        try expectAll(1...5)
    }

    @Test(
        "resumes when a response could not be stored, and when its own time was over",
        arguments: ["tracking_record", "tracking_lock", "tracking_count"],
        [true, false]
    )
    func answer(table: String, isAnswered: Bool) throws {
        let trouble = try Trouble(table, in: records)
        service.set(slow: true)
        try record(1)
        try record(2)
        #expect(service.requests == 1)
        trouble.begin()
        if isAnswered {
            service.answerOldest()
        } else {
            try? uploader.handle(.timer(FixUploader.timer(of: 1)), at: Self.minute(3))
        }
        trouble.end()
        service.set(slow: false)
        try record(4)
        // The answer to the cancelled request does not apply to later ones.
        service.answerOldest(500)
        #expect(service.has(Self.minute(4)))
        try expectAll(1...2)
    }

    @Test("a late answer to a request from before the failure deletes nothing that was not sent")
    func late() throws {
        let trouble = try Trouble("tracking_lock", in: records)
        service.set(slow: true)
        try record(1)
        trouble.begin()
        try? uploader.handle(.timer(FixUploader.timer(of: 1)), at: Self.minute(2))
        trouble.end()
        // The first and the second go out in a new request, which has no answer yet; the old one's comes.
        try record(3)
        #expect(service.requests == 2)
        service.answerOldest()
        #expect(try uploader.waitingCount == 2)
        service.answerOldest()
        #expect(service.has(Self.minute(3)))
        try expectAll(1...1)
    }

    @Test("fixes that can't be written stay in memory, each once, and it is reported", arguments: Occasion.allCases)
    func unwritten(occasion: Occasion) throws {
        let trouble = try Trouble("tracking_record", in: records)
        try record(1)
        trouble.begin()
        for minute in [2, 3, 3] { #expect(throws: StorageError.self) { try record(minute) } }
        #expect(throws: StorageError.self) { try uploader.handle(.backgroundFetch, at: Self.minute(4)) }
        trouble.end()
        #expect(try uploader.waitingCount == 2)
        try happen(occasion)
        try expectAll(1...3)
        #expect(service.requests >= 2)
    }

    @Test("a failure at launch is repaired later: the fixes of an earlier process's request are sent")
    func beginning() throws {
        service.set(slow: true)
        try record(1)
        let next = FixUploader(
            phone: simulator.system,
            records: records,
            transport: service,
            options: .init(url: "https://visits.example/v1/fixes", token: "ff_a")
        )
        let trouble = try Trouble("tracking_lock", in: records)
        trouble.begin()
        #expect(throws: StorageError.self) { try next.handle(.launched(.user), at: Self.minute(2)) }
        trouble.end()
        service.set(slow: false)
        try next.handle(.backgroundFetch, at: Self.minute(3))
        #expect(service.requests == 2)
        try expectAll(1...1)
    }
}
