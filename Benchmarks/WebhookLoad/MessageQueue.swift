import Foundation
import VisitModel
import VisitPipeline
import VisitStore
import WebhookDelivery

/// A database with endpoints, members and places, in which visits are written one after the other.
final class MessageQueue {
    let store: VisitStore
    let keyFile: WebhookKeyFile
    /// How many visits were written: a message each for every endpoint.
    private(set) var queued = 0
    private let devices: [(device: Device, key: DeviceKey)]
    private let facilities: [FacilityID]

    init(path: String, urls: [String]) throws {
        store = try VisitStore(path: path)
        keyFile = WebhookKeyFile(besideDatabase: path)
        facilities = try (0..<100).map { try FacilityID("facility-\($0)") }
        let devices = try (0..<1_000).map {
            Device(id: try DeviceID("phone-\($0)"), member: try MemberID("member-\($0)"), platform: .ios)
        }
        self.devices = Array(zip(devices, try store.devices.ensure(devices)))
        try importFacilities()
        let endpoints = WebhookEndpoints(store: store, keyFile: keyFile)
        var generator = SystemRandomNumberGenerator()
        for (index, url) in urls.enumerated() {
            let endpoint = WebhookEndpoint(
                id: try EndpointID("endpoint-\(index)"),
                url: url,
                exceptions: [.privateAddress, .plainHTTP]
            )
            guard try store.endpoints.find(endpoint.id) == nil else { continue }
            try endpoints.add(endpoint, secret: .random(.hmacSHA256, using: &generator), at: .wallClock)
        }
    }

    private func importFacilities() throws {
        try store.facilities.importRows(effectiveFrom: .wallClock) { importer in
            for (index, id) in facilities.enumerated() {
                let coordinate = try Coordinate(latitude: 40 + Double(index) / 100, longitude: -75)
                try importer.upsert(
                    Facility(
                        id: id,
                        name: "Place \(index)",
                        geofence: .circle(center: coordinate, radius: try Radius(meters: 100)),
                        dwellThreshold: .standard
                    )
                )
            }
        }
    }

    /// Writes visits that have just begun, in one transaction.
    func add(_ count: Int, at time: Timestamp) throws {
        var commits: [DeviceCommit] = []
        for number in queued..<(queued + count) {
            let (device, key) = devices[number % devices.count]
            var commit = DeviceCommit(
                device: key,
                state: [],
                stateFormat: 0,
                policyVersion: "load",
                newestFixAt: time
            )
            commit.visits = [try visit(number, device, time)]
            commits.append(commit)
        }
        try store.commit(commits, publishing: OutboxSettings(.standard, at: time))
        queued += count
    }

    private func visit(_ number: Int, _ device: Device, _ time: Timestamp) throws -> Visit {
        Visit(
            id: try VisitID("visit-\(time.milliseconds)-\(number)"),
            member: device.member,
            device: device.id,
            facility: facilities[number % facilities.count],
            enteredAt: time,
            dwelledAt: nil,
            exitedAt: nil,
            status: .open,
            evidence: .none,
            verdict: .tooShort,
            // A month of its own for every few visits of a member, as in life.
            month: try Month(year: 1000 + number / 20_000 % 8_000, month: 1),
            localDate: time.localDate(in: .utc),
            fixesInside: 1,
            lastProofAt: time,
            depthMeters: 10,
            doubts: [],
            policyVersion: "load"
        )
    }
}

extension Timestamp {
    /// The time of the machine's clock.
    static var wallClock: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }
}
