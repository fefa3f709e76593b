/// The answer to a phone's request.
package struct PhoneReply: Hashable, Sendable {
    /// What storing a report's records came to.
    package struct Summary: Hashable, Sendable {
        /// Records that were new.
        package var accepted: Int
        /// Records that were stored before; those that stood twice in the request are counted by its report.
        package var repeated: Int
        /// Records that were kept apart because they can't be used.
        package var quarantined: Int

        /// Makes a summary.
        ///
        /// - Parameters:
        ///   - accepted: records that were new.
        ///   - repeated: records that were stored before.
        ///   - quarantined: records that were kept apart.
        package init(accepted: Int = 0, repeated: Int = 0, quarantined: Int = 0) {
            self.accepted = accepted
            self.repeated = repeated
            self.quarantined = quarantined
        }
    }

    /// The status of HTTP.
    package var status: Int
    /// The header `Content-Type`; `nil` where there is no body.
    package var contentType: String?
    /// The body.
    package var body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: the status of HTTP.
    ///   - contentType: the header `Content-Type`; `nil` where there is no body.
    ///   - body: the body.
    package init(status: Int, contentType: String?, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// Makes the answer that makes an app delete what it sent.
    ///
    /// Refused records are answered like good ones, except in our own format, which tells of each: an app that is told
    /// of an error sends the same again, and nothing behind it.
    ///
    /// - Parameters:
    ///   - app: the app that asked.
    ///   - report: what its request came to.
    ///   - summary: what storing that came to.
    ///   - fences: what the phone has to change about its fences; `nil` to say nothing.
    ///   - presence: the fences that the service sees the phone in; only a Radar SDK is told.
    ///   - trackingOptions: how the phone is to track, as one JSON object that its SDK reads; only a Radar SDK is told.
    ///     `nil` leaves it to the app.
    /// - Returns: the answer.
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
        case .overland: json { $0.raw("{\"result\":\"ok\"}") }
        case .radar: json { $0.radarReply(report, fences, presence, trackingOptions: trackingOptions) }
        case .traccar, .gpsLogger: PhoneReply(status: 200, contentType: nil, body: [])
        }
    }

    /// A problem document (RFC 9457); `error` is the former shape of the answer, kept as an extension of it (3.2).
    private static func refusal(of failure: PhoneFailure) -> PhoneReply {
        json(status: 400, contentType: "application/problem+json") { json in
            json.raw("{\"type\":")
            json.string("about:blank#" + failure.code)
            json.raw(",\"title\":\"Bad Request\",\"status\":400,\"detail\":")
            json.string(failure.message)
            json.raw(",\"error\":{\"code\":")
            json.string(failure.code)
            json.raw(",\"message\":")
            json.string(failure.message)
            json.raw("}}")
        }
    }

    private static func json(
        status: Int = 200,
        contentType: String = "application/json",
        _ write: (inout JSONText) -> Void
    ) -> PhoneReply {
        var text = JSONText()
        write(&text)
        return PhoneReply(status: status, contentType: contentType, body: text.bytes)
    }
}
