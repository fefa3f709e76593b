import Foundation
import Interchange
import Testing
import VisitModel

@Suite("The payloads that phones post give what their makers expect")
struct PhoneConformanceTests {
    private static let isPresent = SharedData.exists("conformance/ingest_payloads.json")

    @Test(
        "every case of the collected payloads",
        .enabled(if: isPresent, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder")
    )
    func readsAll() throws {
        let data = Data(try SharedData.bytes("conformance/ingest_payloads.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let cases = try #require(document["cases"] as? [[String: Any]])
        #expect(cases.count >= 13)
        for (number, entry) in cases.enumerated() {
            let peer = entry["peer"] as? String ?? ""
            let app: PhoneApp = peer.contains("Traccar") ? .traccar : peer.contains("Overland") ? .overland : .ownTracks
            var request = PhoneRequest()
            request.contentType = entry["content_type"] as? String
            if let url = entry["url"] as? String { request.query = String(url.drop { $0 != "?" }.dropFirst()) }
            if let body = entry["body"] { request.body = [UInt8](try JSONSerialization.data(withJSONObject: body)) }
            let sender = app == .overland ? PhoneSender(member: try MemberID("unnamed")) : PhoneSender()
            let reading = PhoneReading(request, as: app, from: sender)
            guard !(entry["expect"] is String) else {
                #expect(reading.report.failure != nil && reading.records.isEmpty, "case \(number)")
                continue
            }
            let wanted = entry["expect"] as? [[String: Any]] ?? (entry["expect"] as? [String: Any]).map { [$0] } ?? []
            #expect(!wanted.isEmpty, "case \(number)")
            if app == .ownTracks, let body = entry["body"] as? [String: Any], body["topic"] == nil {
                // The collection has the two letters as the phone's name, but they identify nobody.
                #expect(reading.refusals == ["missing_identity:0"], "case \(number)")
                continue
            }
            try #require(reading.records.count == wanted.count, "case \(number)")
            for (record, values) in zip(reading.records, wanted) {
                let device = values["device"] as? String ?? ""
                // The collection writes a topic whole; a phone is `user/device` here.
                let names = [device, device.isEmpty ? "unnamed" : device, Self.topicDevice(device)]
                #expect(names.contains(record.device.text), "case \(number)")
                let time = values["time"] as? String
                #expect(record.time == (time == "now" ? PhoneReading.now : .iso(time ?? "")), "case \(number)")
                let fix = try #require(record.fix, "case \(number)")
                #expect(fix.coordinate.latitude == values["lat"] as? Double, "case \(number)")
                #expect(fix.coordinate.longitude == values["lon"] as? Double, "case \(number)")
                #expect(fix.horizontalAccuracy == values["accuracy"] as? Double, "case \(number)")
                #expect(fix.flags.contains(.mock) == (values["mock"] as? Bool ?? false), "case \(number)")
            }
        }
    }

    private static func topicDevice(_ text: String) -> String {
        text.split(separator: " ").first?.split(separator: "/").suffix(2).joined(separator: "/") ?? ""
    }
}
