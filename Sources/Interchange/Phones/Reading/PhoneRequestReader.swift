package import VisitModel

/// Parses one request of a phone's app in pieces, so that memory and uninterrupted time are bounded by the size of a
/// piece.
///
/// The meaning of the records is documented at `PhoneReader`.
package struct PhoneRequestReader: Sendable {
    /// The parser state and the identifiers seen so far.
    var intake: TrackIntake
    private let app: PhoneApp
    /// The approximate number of records in a piece, 1 or more.
    package var pieceLimit: Int {
        didSet { pieceLimit = max(1, pieceLimit) }
    }
    private var phone: PhoneIntake
    /// The rest of a JSON body.
    private var body: (any PhoneBodyReading)?
    /// The body as UTF-8, or the fields of a query or a form, in which the ranges of records lie.
    var text: [UInt8] = []
    private var isJSON = false
    private var isAtEnd = false

    /// The parser state before any identifier was seen.
    static var noNames: TrackIntake { TrackIntake(fileName: "", defaults: TrackDefaults(), diagnosticLimit: 0) }

    /// Starts to parse a request; `pieceLimit` is the approximate number of records in a piece, 1 or more.
    ///
    /// `receivedAt` is by the service's clock. Refused records beyond `refusedLimit` are only counted.
    package init(
        _ request: PhoneRequest,
        as app: PhoneApp,
        from sender: PhoneSender = PhoneSender(),
        receivedAt: Timestamp,
        pieceLimit: Int,
        refusedLimit: Int
    ) {
        self.init(
            request,
            as: app,
            from: sender,
            receivedAt: receivedAt,
            names: Self.noNames,
            pieceLimit: pieceLimit,
            refusedLimit: refusedLimit
        )
    }

    init(
        _ request: PhoneRequest,
        as app: PhoneApp,
        from sender: PhoneSender,
        receivedAt: Timestamp,
        names: TrackIntake,
        pieceLimit: Int = .max,
        refusedLimit: Int = .max
    ) {
        self.app = app
        self.pieceLimit = max(1, pieceLimit)
        intake = names
        // OwnTracks has its own rules for these names; elsewhere an invalid name is ignored.
        let isNamedByItself = app == .ownTracks
        let origin = isNamedByItself ? nil : try? TrackOrigin(user: request.userName, device: request.deviceName)
        phone = PhoneIntake(
            sender: sender,
            receivedAt: receivedAt,
            requestOrigin: origin ?? TrackOrigin(),
            clientPlatform: app == .gpsLogger ? .android : request.userAgent.flatMap(Platform.init(userAgent:)),
            refusedLimit: refusedLimit
        )
        var phone = phone
        switch app {
        case .footfall: begin(request.body, FlatElements(.footfall), &phone)
        case .transistor: begin(request.body, FlatElements(.transistor), &phone)
        case .overland: readOverland(request, &phone)
        case .radar: readRadar(request, &phone)
        case .ownTracks: readOwnTracks(request, &phone)
        case .traccar: readTraccar(request, &phone)
        case .gpsLogger: readGPSLogger(request, &phone)
        }
        self.phone = phone
    }

    /// The result so far, without the records of earlier pieces.
    package var report: PhoneReport { phone.report }

    /// The bytes of a record as received; the query or the form of an app that sends no JSON.
    package func bytes(of record: PhoneRecord) -> [UInt8] { Array(text[record.range]) }

    /// The number of records parsed so far, of every outcome.
    package var readCount: Int { phone.count }

    /// Parses the next piece and returns its usable records, possibly none; `nil` at the end of the request.
    package mutating func next() -> [PhoneRecord]? {
        guard !isAtEnd else { return nil }
        readPiece(upTo: pieceLimit)
        return phone.removeRecords()
    }

    mutating func readToEnd() -> (report: PhoneReport, names: TrackIntake) {
        while !isAtEnd { readPiece(upTo: .max) }
        return (phone.report, intake)
    }

    private mutating func readPiece(upTo limit: Int) {
        isAtEnd = true
        if var body {
            // Moved out while it is parsed, so that it is not copied.
            self.body = nil
            let text = text
            isAtEnd = text.withUnsafeBufferPointer { body.read(upTo: limit, in: $0, &intake, &phone) }
            if !isAtEnd { self.body = body }
        }
        if isAtEnd { classifyWhole() }
    }

    /// Starts to parse a JSON body as received: in UTF-8, or with the byte order mark of another encoding.
    mutating func begin(_ body: [UInt8], _ elements: some PhoneElements, _ phone: inout PhoneIntake) {
        guard body.contains(where: { $0 > 0x20 }) else {
            phone.report.failure = PhoneFailure(
                code: "empty_body",
                message: "the request has no body, expected JSON"
            )
            return
        }
        isJSON = true
        text = Self.text(of: body)
        self.body = PhoneBody(elements)
    }

    /// Fails a request without any usable record, where its app needs an error response.
    private mutating func classifyWhole() {
        guard phone.report.failure == nil, phone.report.usableCount == 0 else { return }
        switch app {
        case .footfall where phone.refusedCodes == ["bad_json"]:
            let message = phone.report.refused.first?.message ?? ""
            phone.report = PhoneReport()
            phone.report.failure = PhoneFailure(code: "bad_json", message: message)
        case .traccar where isJSON && phone.refusedCodes == ["missing_identity"]:
            // A client that sends several records at once would repeat the refused request for ever.
            if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { phone.failForNoDevice() }
        default: break
        }
    }

    /// A body as UTF-8 without a byte order mark.
    private static func text(of body: [UInt8]) -> [UInt8] {
        let start = body.prefix(4)
        let isUTF16 = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.contains(0)
        guard isUTF16 || start.starts(with: [0xEF, 0xBB, 0xBF]) else { return body }
        var decoder = TextDecoder()
        var text: [UInt8] = []
        do throws(InterchangeError) {
            try body.withUnsafeBufferPointer { bytes throws(InterchangeError) in try decoder.decode(bytes, into: &text)
            }
            try decoder.finish(into: &text)
        } catch {
            // Possibly compressed data: it is refused as received.
            return body
        }
        return text
    }
}
