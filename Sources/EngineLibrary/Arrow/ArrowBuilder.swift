internal import CArrow
internal import VisitModel

/// The values of one column of a result, row after row.
struct ArrowValues {
    enum Kind: String {
        case text = "u"
        case binary = "Z"
        case int64 = "l"
        case float64 = "g"
        case flag = "b"
        case time = "tsm:UTC"
    }

    let name: String
    let kind: Kind
    private(set) var count = 0
    private(set) var nullCount = 0
    private(set) var validity: [UInt8] = []
    /// Numbers of eight bytes, packed flags, or the bytes of texts.
    private(set) var bytes: [UInt8] = []
    /// The ends of texts and binary values in `bytes`.
    private(set) var ends: [Int] = []

    init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    mutating func append(_ text: String?) {
        if let text { bytes += text.utf8 }
        ends.append(bytes.count)
        mark(text != nil)
    }

    mutating func append(_ value: [UInt8]) {
        bytes += value
        ends.append(bytes.count)
        mark(true)
    }

    mutating func append(_ number: Double?) {
        withUnsafeBytes(of: (number ?? 0).bitPattern.littleEndian) { bytes += $0 }
        mark(number != nil)
    }

    mutating func append(_ number: Int64?) {
        withUnsafeBytes(of: (number ?? 0).littleEndian) { bytes += $0 }
        mark(number != nil)
    }

    mutating func append(_ time: Timestamp?) { append(time?.milliseconds) }

    mutating func append(_ flag: Bool) {
        if count & 7 == 0 { bytes.append(0) }
        if flag { bytes[count >> 3] |= 1 << UInt8(count & 7) }
        mark(true)
    }

    private mutating func mark(_ isValid: Bool) {
        if count & 7 == 0 { validity.append(0) }
        if isValid { validity[count >> 3] |= 1 << UInt8(count & 7) } else { nullCount += 1 }
        count += 1
    }
}

/// Moves the columns of a result into the structs that a caller passed; the caller releases them.
enum ArrowExport {
    /// The most bytes of one column of texts, whose offsets have 32 bits.
    private static let longestTexts = Int(Int32.max)

    /// Throws code `value` where a column is too long; the structs are then unchanged.
    static func table(
        _ columns: [ArrowValues],
        schema: UnsafeMutablePointer<ArrowSchema>,
        array: UnsafeMutablePointer<ArrowArray>
    ) throws(EngineLibraryError) {
        if let long = columns.first(where: { $0.kind == .text && $0.bytes.count > longestTexts }) {
            throw EngineLibraryError(
                .value,
                "the column `\(long.name)` of the result has more than 2 GiB; pass fewer members in a call"
            )
        }
        let rows = columns.first?.count ?? 0
        schema.initialize(
            to: SchemaOwner.schema(
                format: "+s",
                name: "",
                isNullable: false,
                columns.map { column in
                    SchemaOwner.schema(format: column.kind.rawValue, name: column.name, isNullable: true, [])
                }
            )
        )
        array.initialize(
            to: ArrayOwner.array(
                length: rows,
                nullCount: 0,
                buffers: [nil],
                columns.map { column in
                    ArrayOwner.array(
                        length: rows,
                        nullCount: column.nullCount,
                        buffers: buffers(of: column),
                        []
                    )
                }
            )
        )
    }

    private static func buffers(of column: ArrowValues) -> [[UInt8]?] {
        let validity = column.nullCount == 0 ? nil : column.validity
        switch column.kind {
        case .text:
            return [validity, bytes(of: [0] + column.ends.map { Int32($0) }), column.bytes]
        case .binary:
            return [validity, bytes(of: [0] + column.ends.map { Int64($0) }), column.bytes]
        case .int64, .float64, .flag, .time: return [validity, column.bytes]
        }
    }

    private static func bytes(of numbers: [some FixedWidthInteger]) -> [UInt8] {
        numbers.withUnsafeBytes { Array($0) }
    }
}

/// The structs of the columns of an exported table.
private struct ArrowChildren<Node> {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Node>?>
    let count: Int

    init(_ nodes: [Node]) {
        count = nodes.count
        pointers = .allocate(capacity: max(1, nodes.count))
        for (index, node) in nodes.enumerated() {
            let child = UnsafeMutablePointer<Node>.allocate(capacity: 1)
            child.initialize(to: node)
            pointers[index] = child
        }
    }

    /// `release` releases a child that the consumer has not moved away.
    func deallocate(_ release: (UnsafeMutablePointer<Node>) -> Void) {
        for index in 0..<count {
            guard let child = pointers[index] else { continue }
            release(child)
            child.deallocate()
        }
        pointers.deallocate()
    }
}

/// What an exported schema points to, until it is released.
private final class SchemaOwner {
    private let format: UnsafeMutablePointer<CChar>
    private let name: UnsafeMutablePointer<CChar>
    private let children: ArrowChildren<ArrowSchema>

    private init(_ format: String, _ name: String, _ columns: [ArrowSchema]) {
        self.format = Self.copy(format)
        self.name = Self.copy(name)
        self.children = ArrowChildren(columns)
    }

    deinit {
        format.deallocate()
        name.deallocate()
        children.deallocate { child in child.pointee.release?(child) }
    }

    static func schema(format: String, name: String, isNullable: Bool, _ columns: [ArrowSchema]) -> ArrowSchema {
        let owner = SchemaOwner(format, name, columns)
        return ArrowSchema(
            format: owner.format,
            name: owner.name,
            metadata: nil,
            flags: isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0,
            n_children: Int64(owner.children.count),
            children: owner.children.pointers,
            dictionary: nil,
            release: { schema in
                guard let schema, let owner = schema.pointee.private_data else { return }
                schema.pointee.release = nil
                schema.pointee.private_data = nil
                Unmanaged<SchemaOwner>.fromOpaque(owner).release()
            },
            private_data: Unmanaged.passRetained(owner).toOpaque()
        )
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { copy[index] = byte }
        return copy
    }
}

/// What an exported array points to, until it is released.
private final class ArrayOwner {
    private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    private let bufferCount: Int
    private let children: ArrowChildren<ArrowArray>

    private init(_ contents: [[UInt8]?], _ columns: [ArrowArray]) {
        bufferCount = contents.count
        buffers = .allocate(capacity: max(1, contents.count))
        for (index, content) in contents.enumerated() {
            buffers[index] = content.map { content in
                // Arrow recommends an alignment of 64 bytes, and no reader has to handle a null pointer for no rows.
                let copy = UnsafeMutableRawPointer.allocate(byteCount: max(64, content.count), alignment: 64)
                content.withUnsafeBytes {
                    copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
                }
                return UnsafeRawPointer(copy)
            }
        }
        children = ArrowChildren(columns)
    }

    deinit {
        for index in 0..<bufferCount { buffers[index]?.deallocate() }
        buffers.deallocate()
        children.deallocate { child in child.pointee.release?(child) }
    }

    static func array(length: Int, nullCount: Int, buffers: [[UInt8]?], _ columns: [ArrowArray]) -> ArrowArray {
        let owner = ArrayOwner(buffers, columns)
        return ArrowArray(
            length: Int64(length),
            null_count: Int64(nullCount),
            offset: 0,
            n_buffers: Int64(owner.bufferCount),
            n_children: Int64(owner.children.count),
            buffers: owner.buffers,
            children: owner.children.pointers,
            dictionary: nil,
            release: { array in
                guard let array, let owner = array.pointee.private_data else { return }
                array.pointee.release = nil
                array.pointee.private_data = nil
                Unmanaged<ArrayOwner>.fromOpaque(owner).release()
            },
            private_data: Unmanaged.passRetained(owner).toOpaque()
        )
    }
}
