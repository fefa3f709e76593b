import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import VisitModel

@testable import MobileSDK

@Suite("The events as a sequence")
struct EventSequenceTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private struct Failure: Error, Equatable {}

    /// A recorder that fails at every second report and makes a heartbeat of the others.
    private final class Recorder: VisitRecorder {
        private let count = Mutex(0)

        func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard !number.isMultiple(of: 2) else { throw Failure() }
            return [
                GeofenceEvent(
                    id: try EventID("e\(number)"),
                    device: try DeviceID("phone"),
                    kind: .heartbeat,
                    occurredAt: time,
                    observedAt: time,
                    location: nil
                )
            ]
        }

        func registered() throws -> [FacilityID] { [] }
    }

    private func facilities() throws -> Facilities {
        let home = try Coordinate(latitude: 45, longitude: -93)
        let phone = try SimulatedPhone(
            PhoneProfile(platform: .android),
            movement: Movement(restingAt: home, since: Self.start),
            start: Self.start,
            seed: 1
        )
        return Facilities(
            phone: PhoneSimulator(phone).system,
            catalog: InMemoryVisitRecorder(
                device: Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios),
                facilities: []
            ),
            member: try MemberID("ann"),
            recorder: Recorder()
        )
    }

    @Test("it ends when the last reference to the member's places is gone, and retains none", .timeLimit(.minutes(10)))
    func ends() async throws {
        var facilities: Facilities? = try facilities()
        weak let places = facilities
        let sequences = [facilities?.events, facilities?.events].compactMap { $0 }
        let subscription = facilities?.subscribeToEvents(onEvent: { _ in })
        facilities?.report(.heartbeat, at: Self.start)
        facilities = nil
        #expect(places == nil)
        for events in sequences {
            var count = 0
            // Earlier events can still be read.
            for await _ in events { count += 1 }
            #expect(count == 1)
        }
        subscription?.close()
    }

    @Test("it retains nothing of the places when they are gone, read or not")
    func leavesNothing() throws {
        var facilities: Facilities? = try facilities()
        weak let hub = facilities?.hub
        let events = facilities?.events
        facilities = nil
        #expect(hub == nil)
        withExtendedLifetime(events) {}
    }

    @Test("it delivers a failure and continues", .timeLimit(.minutes(10)))
    func failure() async throws {
        let facilities = try facilities()
        var iterator = facilities.events.makeAsyncIterator()
        for _ in 0..<3 { facilities.report(.heartbeat, at: Self.start) }
        #expect(try await iterator.next()?.get().id == EventID("e1"))
        let second = try #require(await iterator.next())
        #expect(throws: Failure()) { try second.get() }
        #expect(try await iterator.next()?.get().id == EventID("e3"))
    }

    @Test("a reader that stops receives nothing more")
    func unread() throws {
        let facilities = try facilities()
        do {
            let events = facilities.events
            #expect(facilities.hub.count == 1)
            withExtendedLifetime(events) {}
        }
        #expect(facilities.hub.count == 0)
    }
}
