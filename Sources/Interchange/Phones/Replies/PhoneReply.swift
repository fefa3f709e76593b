internal import WireJSON

package struct PhoneReply: Hashable, Sendable {
    /// The result of storing a report's records.
    package struct Summary: Hashable, Sendable {
        /// The number of new records.
        package var accepted: Int
        /// The number of records that were stored before; repeats within the request are counted by its report.
        package var repeated: Int
        /// The number of quarantined records, which can't be used.
        package var quarantined: Int

        package init(accepted: Int = 0, repeated: Int = 0, quarantined: Int = 0) {
            self.accepted = accepted
            self.repeated = repeated
            self.quarantined = quarantined
        }
    }

    package var status: Int
    /// `nil` where there is no body.
    package var contentType: String?
    package var body: [UInt8]

    /// Creates the response after which an app deletes what it sent.
    ///
    /// Refused records get the same response as good ones, except in Footfall's own format, which lists them: an app
    /// that gets an error sends the same again, and nothing after it. `fences` are the changes to the phone's fences.
    ///
    /// `presence` and `trackingOptions` are sent only to a Radar SDK. `presence` are the fences that the phone is in,
    /// by the service's state. `trackingOptions` are one JSON object; `nil` leaves them to the app.
    package static func make(
        for app: PhoneApp,
        report: PhoneReport,
        summary: Summary = Summary(),
        fences: FenceOrders? = nil,
        presence: [FenceOrder] = [],
        trackingOptions: [UInt8]? = nil
    ) -> PhoneReply {
        if let failure = report.failure { return refusal(of: failure) }
        let fences = fences ?? FenceOrders()
        return switch app {
        case .footfall: json { $0.footfallReply(report, summary) }
        case .transistor: json { $0.transistorReply(fences) }
        case .ownTracks: json { $0.ownTracksReply(fences) }
        case .overland: json { json in json.object { $0.member("result", "ok") } }
        case .radar: json { $0.radarReply(report, fences, presence, trackingOptions: trackingOptions) }
        case .traccar, .gpsLogger: PhoneReply(status: 200, contentType: nil, body: [])
        }
    }

    /// A problem document (RFC 9457); `error` is the former shape of the response, kept as an extension of it (3.2).
    private static func refusal(of failure: PhoneFailure) -> PhoneReply {
        json(status: 400, contentType: "application/problem+json") { json in
            json.openObject()
            json.member("type", "about:blank#" + failure.code)
            json.member("title", "Bad Request")
            json.member("status", 400)
            json.member("detail", failure.message)
            json.object("error") {
                $0.member("code", failure.code)
                $0.member("message", failure.message)
            }
            json.closeObject()
        }
    }

    private static func json(
        status: Int = 200,
        contentType: String = "application/json",
        _ write: (inout JSONBytes) -> Void
    ) -> PhoneReply {
        var json = JSONBytes()
        write(&json)
        return PhoneReply(status: status, contentType: contentType, body: json.bytes)
    }
}
