/// Reads the features of a GeoJSON list as the records of a table, whose header comes first.
struct FeatureReader: Sendable {
    private let columns: FeatureColumns
    /// The column of each property by its path.
    private let indices: [[UInt8]: Int]
    private let paths: [[UInt8]]
    private var cutter = FeatureCutter()
    private var hasPassedHeader = false
    private var featureCount = 0
    /// The fields of the current record; reused for each.
    private var text: [UInt8] = []
    private var bounds: [FieldBounds] = []

    init(_ columns: FeatureColumns) {
        self.columns = columns
        let first = columns.geometryIndex + 1
        paths = columns.headers.dropFirst(first).map { Array($0.utf8) }
        indices = Dictionary(paths.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }

    var encoding: TextEncoding? { cutter.encoding }

    /// Passes on every record that ends in the next bytes, the header first.
    mutating func consume(_ chunk: [UInt8], _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try read(chunk, isLast: false, body)
    }

    /// Passes on the remaining records.
    mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try read([], isLast: true, body)
    }

    private mutating func read(
        _ chunk: [UInt8],
        isLast: Bool,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) throws {
        if !hasPassedHeader {
            hasPassedHeader = true
            clear()
            for (index, header) in columns.headers.enumerated() { set(index) { $0.append(contentsOf: header.utf8) } }
            try emit(line: 1, feature: nil, body)
        }
        var cutter = FeatureCutter()
        swap(&cutter, &self.cutter)
        defer { swap(&cutter, &self.cutter) }
        try cutter.consume(chunk, isLast: isLast) { piece, line in
            featureCount += 1
            let problem = fill(piece)
            try emit(line: line, feature: DelimitedRecord.Feature(number: featureCount, problem: problem), body)
        }
    }

    private mutating func clear() {
        text.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
        bounds.append(contentsOf: repeatElement(FieldBounds(start: 0, count: 0), count: columns.headers.count))
    }

    private mutating func set(_ index: Int, _ write: (inout [UInt8]) -> Void) {
        let start = text.count
        write(&text)
        bounds[index] = FieldBounds(start: start, count: text.count - start)
    }

    /// Takes the fields from a feature; returns the problem of one that can't be read.
    private mutating func fill(_ piece: FeatureCutter.Piece) -> DelimitedRecord.Feature.Problem? {
        clear()
        switch piece {
        case .broken(let breakage):
            bounds.removeAll(keepingCapacity: true)
            return .broken(breakage)
        case .record(let bytes):
            guard let feature = Feature(bytes) else {
                bounds.removeAll(keepingCapacity: true)
                return .notAFeature
            }
            if columns.hasID, let id = feature.id { set(0) { id.append(to: &$0) } }
            if let geometry = feature.geometry { set(columns.geometryIndex) { geometry.append(to: &$0) } }
            // Features mostly have the same properties in the same order.
            var expected = 0
            feature.forEachProperty { path, value in
                let index = expected < paths.count && paths[expected] == path ? expected : indices[path]
                guard let index else { return }
                expected = index + 1
                set(columns.geometryIndex + 1 + index) { value.append(to: &$0) }
            }
            return nil
        }
    }

    private mutating func emit(
        line: Int,
        feature: DelimitedRecord.Feature?,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) throws {
        // Keeps the address of an empty record's text valid.
        text.append(0)
        try text.withUnsafeBufferPointer { text in
            try bounds.withUnsafeBufferPointer { bounds in
                guard let base = text.baseAddress else { return }
                try body(
                    DelimitedRecord(
                        line: line,
                        dialect: Dialect(),
                        defect: nil,
                        text: base,
                        scratch: base,
                        bounds: bounds,
                        feature: feature
                    )
                )
            }
        }
    }
}
