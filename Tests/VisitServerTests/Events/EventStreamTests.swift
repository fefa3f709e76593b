import Foundation
import HTTPTypes
import NIOCore
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Events as they happen")
struct EventStreamTests {
    private static func post(_ scene: ServiceScene, _ device: String) async throws {
        let fixes = try (0...60)
            .map { minute -> String in
                let place = try ServiceScene.coordinate(east: (10...40).contains(minute) ? 5 : -500)
                let time = ServiceScene.start.advanced(bySeconds: Double(minute - 600) * 60).iso8601
                return #"{"time":"\#(time)","lat":\#(place.latitude),"lon":\#(place.longitude),"accuracy":10}"#
            }
        let answer = try await scene.ask(
            .post,
            "/v1/fixes",
            try scene.token(.ingest),
            json: #"{"device":"\#(device)","fixes":[\#(fixes.joined(separator: ","))]}"#
        )
        #expect(answer.status == 200)
    }

    /// The events of a stream that ends at once, because the intake has.
    private static func listen(
        _ scene: ServiceScene,
        _ query: String = "",
        last: String? = nil
    ) async throws -> [String] {
        async let answer = scene.ask(
            .get,
            "/v1/events/stream\(query)",
            try scene.token(.read),
            headers: last.map { ["Last-Event-ID": $0] } ?? [:]
        )
        while scene.live.feed.listenerCount == 0 { await Task.yield() }
        await scene.live.stop()
        return try await answer.text.components(separatedBy: "\n\n")
    }

    @Test("A client that reconnects gets the missed events, in order, each once, with its number")
    func resumes() async throws {
        let scene = try ServiceScene()
        try await Self.post(scene, "one")
        let events = try await Self.listen(scene, last: "0").filter { $0.contains("data: ") }
        let kinds = events.compactMap { event in
            event.split(separator: "\n").first { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
        }
        #expect(kinds == ["Registered", "Entered", "Dwell", "Exited"])
        let numbers = events.compactMap { event in
            event.split(separator: "\n").first { $0.hasPrefix("id: ") }.flatMap { Int($0.dropFirst(4)) }
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 4)
        let data = try #require(events.first { $0.contains("Entered") }?.components(separatedBy: "data: ").last)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        #expect(document["facility"] as? String == "p0")
        #expect(document["device"] as? String == "one")
    }

    @Test("A client that missed more events than are read at a time gets all of them, in order, each once")
    func severalPages() async throws {
        let scene = try ServiceScene()
        var phones = 0
        while try scene.store.events.newestNumber() < 2 * EventStream.pageSize + 1 {
            phones += 1
            try await Self.post(scene, "phone-\(phones)")
        }
        let newest = try Int(scene.store.events.newestNumber())
        let numbers = try await Self.listen(scene, last: "0").compactMap { event in
            event.contains("data: ") ? event.split(separator: "\n").first.flatMap { Int($0.dropFirst(4)) } : nil
        }
        #expect(numbers == Array(1...newest))
    }

    @Test(
        "Events are sent in pieces of a bounded length, without a loss between two",
        arguments: [[], [1], [32 << 10, 1], [100_000, 5, 100_000], Array(repeating: 499, count: 500)]
    )
    func pieces(lengths: [Int]) throws {
        let texts = lengths.enumerated().map { number, length in String(repeating: "\(number % 10)", count: length) }
        var (rest, pieces) = (texts[...], [String]())
        while let piece = EventStream.piece(of: &rest) { pieces.append(String(buffer: piece)) }
        #expect(pieces.joined() == texts.joined())
        #expect(pieces.allSatisfy { !$0.isEmpty && $0.utf8.count < 32 << 10 + (lengths.max() ?? 0) })
    }

    @Test("A filter leaves out the rest")
    func filter() async throws {
        let scene = try ServiceScene()
        try await Self.post(scene, "one")
        try await Self.post(scene, "two")
        let events = try await Self.listen(scene, "?kind=Entered&device=two", last: "0").filter {
            $0.contains("data: ")
        }
        #expect(events.count == 1)
        #expect(events.first?.contains(#""device":"two""#) == true)
    }

    @Test("Without a number it begins now")
    func now() async throws {
        let scene = try ServiceScene()
        try await Self.post(scene, "one")
        #expect(try await Self.listen(scene).filter { $0.contains("data: ") }.isEmpty)
    }

    @Test("An invalid number and an invalid kind are refused")
    func refused() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.read)
        let wrong = try await scene.ask(.get, "/v1/events/stream", token, headers: ["Last-Event-ID": "x"])
        #expect(wrong.status == 400)
        #expect(try await scene.ask(.get, "/v1/events/stream?kind=Arrived", token).status == 400)
    }

    @Test(
        "The stream of a token that is removed, or expires, ends before events recorded after that",
        arguments: [true, false]
    )
    func ends(isRemoved: Bool) async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.read, expiresAt: scene.now.advanced(bySeconds: 3_600))
        async let answer = scene.ask(.get, "/v1/events/stream", token)
        while scene.live.feed.listenerCount == 0 { await Task.yield() }
        if isRemoved {
            #expect(try scene.store.accessTokens.remove(token.id))
            scene.advance(seconds: 6)
        } else {
            scene.advance(seconds: 3_601)
        }
        try await Self.post(scene, "one")
        scene.live.feed.wake()
        #expect(try await !answer.text.contains("data: "))
    }

    @Test("Streams of one form share what they read, and each gets every event that passes its filter, in order, once")
    func shared() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.read)
        let queries = ["", "?kind=Entered", "?device=two", "?member=one", "?facility=p0&kind=Exited", "?facility=none"]
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (number, query) in queries.enumerated() {
                group.addTask { (number, try await scene.ask(.get, "/v1/events/stream\(query)", token).text) }
            }
            while scene.live.feed.listenerCount < queries.count { await Task.yield() }
            for device in ["one", "two", "three"] { try await Self.post(scene, device) }
            await scene.live.stop()
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        for (number, query) in queries.enumerated() {
            let sent = answers[number, default: ""].components(separatedBy: "\n\n").compactMap { event in
                event.contains("data: ") ? event.split(separator: "\n").first.flatMap { Int($0.dropFirst(4)) } : nil
            }
            let filter = try Self.filter(query)
            let wanted = try scene.store.events.emitted(after: 0, limit: 1_000, filter).map { Int($0.number) }
            #expect(sent == wanted, "\(query)")
        }
    }

    private static func filter(_ query: String) throws -> EventFilter {
        switch query {
        case "?kind=Entered": EventFilter(kinds: ["Entered"])
        case "?device=two": EventFilter(device: try DeviceID("two"))
        case "?member=one": EventFilter(member: try MemberID("one"))
        case "?facility=p0&kind=Exited": EventFilter(facility: try FacilityID("p0"), kinds: ["Exited"])
        case "?facility=none": EventFilter(facility: try FacilityID("none"))
        default: EventFilter()
        }
    }

    @Test("A token has a number of streams at a time")
    func tooMany() async throws {
        let scene = try ServiceScene()
        let hub = EventHub(feed: scene.live.feed, reader: StoreReader(scene.store)) { .zero }
        let (ann, bob) = (try TokenID("ann"), try TokenID("bob"))
        var seats = try (0..<EventHub.streamsOfToken).map { _ in try hub.join(ann) }
        let refusal = #expect(throws: Problem.self) { try hub.join(ann) }
        #expect(refusal?.status == 429)
        _ = try hub.join(bob)
        seats.removeLast()
        _ = try hub.join(ann)
    }
}
