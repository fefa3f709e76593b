package import VisitModel

/// Reads one request of a phone's app, piece by piece, so that a request of very many records takes no more memory and no
/// more time at a stretch than a piece does.
///
/// What the records mean is said at `PhoneReader`.
package struct PhoneRequestReader: Sendable {
    /// What texts are read with, and the names met so far.
    var intake: TrackIntake
    private let app: PhoneApp
    private let pieceLimit: Int
    private var phone: PhoneIntake
    /// What is left of a JSON body.
    private var body: (any PhoneBodyReading)?
    /// The body as UTF-8.
    private var text: [UInt8] = []
    private var isJSON = false
    private var isAtEnd = false

    /// What texts are read with before any name was met.
    static var noNames: TrackIntake { TrackIntake(fileName: "", defaults: TrackDefaults(), diagnosticLimit: 0) }

    /// Begins to read a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - app: the app whose format it is in.
    ///   - sender: what the access token binds.
    ///   - receivedAt: when the request came in, by the service's clock.
    ///   - pieceLimit: how many records a piece has, about, 1 or more.
    ///   - refusedLimit: how many refused records are kept; the others are only counted.
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
        // OwnTracks has its own rules for these names; elsewhere one that can't be a name says nothing.
        let isNamedByItself = app == .ownTracks
        let origin = isNamedByItself ? nil : try? TrackOrigin(user: request.userName, device: request.deviceName)
        phone = PhoneIntake(
            sender: sender,
            receivedAt: receivedAt,
            requestOrigin: origin ?? TrackOrigin(),
            appPlatform: app == .overland ? .ios : app == .gpsLogger ? .android : nil,
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

    /// What the request came to so far, without the records of earlier pieces.
    package var report: PhoneReport { phone.report }

    /// How many records were read so far, whatever became of them.
    package var readCount: Int { phone.count }

    /// Reads the next piece.
    ///
    /// - Returns: its usable records, of which there may be none; `nil` at the end of the request.
    package mutating func next() -> [PhoneRecord]? {
        guard !isAtEnd else { return nil }
        readPiece(upTo: pieceLimit)
        return phone.removeRecords()
    }

    /// Reads everything.
    ///
    /// - Returns: what the request came to, and the names met.
    mutating func readToEnd() -> (report: PhoneReport, names: TrackIntake) {
        while !isAtEnd { readPiece(upTo: .max) }
        return (phone.report, intake)
    }

    private mutating func readPiece(upTo limit: Int) {
        isAtEnd = true
        if var body {
            // Out of its place while it is read, so that it is not copied.
            self.body = nil
            let text = text
            isAtEnd = text.withUnsafeBufferPointer { body.read(upTo: limit, in: $0, &intake, &phone) }
            if !isAtEnd { self.body = body }
        }
        if isAtEnd { judgeWhole() }
    }

    /// Begins to read a JSON body.
    ///
    /// - Parameters:
    ///   - body: the body as it came, in UTF-8 or with a byte order mark that says otherwise.
    ///   - elements: what reads its records.
    ///   - phone: where the records go.
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

    /// Says of a request of which nothing can be used that it is none of the app, where its app has to hear that.
    private mutating func judgeWhole() {
        guard phone.report.failure == nil, phone.report.usableCount == 0 else { return }
        switch app {
        case .footfall where phone.refusedCodes == ["bad_json"]:
            let message = phone.report.refused.first?.message ?? ""
            phone.report = PhoneReport()
            phone.report.failure = PhoneFailure(code: "bad_json", message: message)
        case .traccar where isJSON && phone.refusedCodes == ["missing_identity"]:
            phone.failForNoDevice()
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
            // Something packed, perhaps: let it be refused as it came.
            return body
        }
        return text
    }
}
