import Foundation
import Interchange
import VisitModel

/// What a request came to, with short ways to ask about it.
struct PhoneReading {
    /// When every request of these tests comes in.
    static let now = Timestamp(milliseconds: 1_772_471_060_000)  // 2026-03-02T17:04:20Z

    let report: PhoneReport

    /// Reads a request.
    init(
        _ request: PhoneRequest,
        as app: PhoneApp,
        from sender: PhoneSender = PhoneSender(),
        receivedAt: Timestamp = now
    ) {
        var reader = PhoneReader()
        report = reader.read(request, as: app, from: sender, receivedAt: receivedAt)
    }

    /// Reads a body.
    init(_ body: String, as app: PhoneApp, from sender: PhoneSender = PhoneSender()) {
        self.init(
            PhoneRequest(contentType: "application/json; charset=utf-8", body: Array(body.utf8)),
            as: app,
            from: sender
        )
    }

    /// Reads a query of `GET`.
    init(query: String, as app: PhoneApp, from sender: PhoneSender = PhoneSender()) {
        self.init(PhoneRequest(query: query), as: app, from: sender)
    }

    var records: [PhoneRecord] { report.records }
    /// The codes of what was refused, with their places in the request: `missing_time:3`.
    var refusals: [String] { report.refused.map { "\($0.code):\($0.index)" } }
    /// The text of what was refused.
    var refusedText: [String] { report.refused.map { String(decoding: $0.bytes, as: UTF8.self) } }
    /// The readings as `device@time latitude,longitude`.
    var fixes: [String] {
        records.map { record in
            let place = record.fix.map { "\($0.coordinate.latitude),\($0.coordinate.longitude)" } ?? "-"
            return "\(record.device)@\(record.time) \(place)"
        }
    }

    /// The body of the answer.
    func reply(
        _ app: PhoneApp,
        _ summary: PhoneReply.Summary = PhoneReply.Summary(),
        _ fences: FenceOrders? = nil
    ) -> String {
        String(
            decoding: PhoneReply.make(for: app, report: report, summary: summary, fences: fences).body,
            as: UTF8.self
        )
    }
}

extension Timestamp {
    /// Reads ISO 8601; a time long before all others where that can't be read.
    static func iso(_ text: String) -> Timestamp {
        (try? TimestampParser().parse(text)) ?? Timestamp(milliseconds: -1 << 60)
    }
}
