internal import VisitModel

/// The columns of a GeoJSON list of features that is read as a table: their id, their geometry and their properties.
package struct FeatureColumns: Hashable, Sendable {
    /// The header of the features' own id, where any has one.
    static let idHeader = "feature.id"
    static let geometryHeader = "geometry"

    /// The headers in the order of the columns.
    package let headers: [String]
    /// Whether the first column is the features' own id.
    let hasID: Bool

    /// `properties` are the paths of the properties, each once; one inside of another is `outer.inner`.
    init(hasID: Bool, properties: [String]) {
        self.hasID = hasID
        self.headers = (hasID ? [Self.idHeader] : []) + [Self.geometryHeader] + properties
    }

    /// The index of the geometry, which comes before the properties.
    var geometryIndex: Int { hasID ? 1 : 0 }
}

/// The first of two readings of a GeoJSON list: it finds the columns, because each feature may have its own properties.
package struct FeatureSurvey: Sendable {
    /// The most properties that get a column; a list with more uses its keys as values.
    private static let mostProperties = 2000

    private let file: String
    private var cutter = FeatureCutter()
    private var properties: [String] = []
    private var known: Set<[UInt8]> = []
    private var hasID = false
    private var featureCount = 0

    package init(file: String) { self.file = file }

    /// Whether a document begins as JSON does, and delimited text does not.
    package static func isFeatureList(_ prefix: [UInt8]) -> Bool {
        var decoder = TextDecoder()
        var text: [UInt8] = []
        do throws(InterchangeError) {
            try prefix.prefix(4096).withUnsafeBufferPointer { bytes throws(InterchangeError) in
                try decoder.decode(bytes, into: &text)
            }
            try decoder.finish(into: &text)
        } catch {
            return false
        }
        switch text.withUnsafeBufferPointer(TrackFormat.detect) {
        case .geojson, .json: return true
        case .csv, .gpx, nil: return false
        }
    }

    /// Throws `InterchangeError` with code `encoding` where the document is no text.
    package mutating func consume(_ chunk: [UInt8]) throws { try read(chunk, isLast: false) }

    /// The columns of the whole document; throws `InterchangeError` with code `format` where it has no feature.
    package mutating func finish() throws -> FeatureColumns {
        try read([], isLast: true)
        guard featureCount > 0 else {
            throw InterchangeError(
                .format,
                "\(file) is JSON without a GeoJSON feature, expected a FeatureCollection, or one feature a line"
            )
        }
        return FeatureColumns(hasID: hasID, properties: properties)
    }

    private mutating func read(_ chunk: [UInt8], isLast: Bool) throws {
        var cutter = FeatureCutter()
        swap(&cutter, &self.cutter)
        defer { swap(&cutter, &self.cutter) }
        try cutter.consume(chunk, isLast: isLast) { piece, _ in survey(piece) }
    }

    private mutating func survey(_ piece: FeatureCutter.Piece) {
        guard case .record(let bytes) = piece, let feature = Feature(bytes) else { return }
        featureCount += 1
        if let id = feature.id, !id.isNull { hasID = true }
        feature.forEachProperty { path, _ in
            guard !known.contains(path), known.count < Self.mostProperties else { return }
            known.insert(path)
            properties.append(String(decoding: path, as: UTF8.self))
        }
    }
}

/// Cuts a GeoJSON list into its features: the elements of a FeatureCollection or of an array, or one feature a line.
struct FeatureCutter: Sendable {
    enum Piece {
        /// A well-formed JSON value.
        case record(UnsafeBufferPointer<UInt8>)
        case broken(JSONRecordCutter.Breakage)
    }

    private var decoder = TextDecoder()
    private var cutter: JSONRecordCutter
    private var buffer: [UInt8] = []

    init() {
        cutter = JSONRecordCutter()
        cutter.wrappingKeys = ["features"]
    }

    var encoding: TextEncoding? { decoder.encoding }

    /// Passes on every feature that ends in the next bytes, in any encoding, with the line that it begins on.
    mutating func consume(
        _ chunk: [UInt8],
        isLast: Bool,
        _ body: (_ piece: Piece, _ line: Int) throws -> Void
    ) throws {
        try chunk.withUnsafeBufferPointer { try decoder.decode($0, into: &buffer) }
        if isLast { try decoder.finish(into: &buffer) }
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        try bytes.withUnsafeBufferPointer { bytes in
            while let event = cutter.next(in: bytes) { try Self.emit(event, bytes, cutter.line, body) }
            if isLast, let event = cutter.finish() { try Self.emit(event, bytes, cutter.line, body) }
        }
        let done = min(cutter.kept, bytes.count)
        bytes.removeFirst(done)
        cutter.rebase(by: done)
        swap(&bytes, &buffer)
    }

    private static func emit(
        _ event: JSONRecordCutter.Event,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ line: Int,
        _ body: (Piece, Int) throws -> Void
    ) throws {
        switch event {
        case .record(let range): try body(.record(UnsafeBufferPointer(rebasing: bytes[range])), line)
        case .broken(let breakage): try body(.broken(breakage), line)
        case .envelopeBegan, .envelopeEnded: break
        }
    }
}
