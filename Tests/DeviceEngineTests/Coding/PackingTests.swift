import GeofenceEngine
import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine

@Suite("Encoding of inputs")
struct PackingTests {
    @Test("fixes are decoded bit for bit", arguments: 0..<UInt64(40))
    func fixesComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes: [Fix] = []
        for _ in 0..<200 { fixes.append(try OddValues.fix(using: &random)) }
        var writer = ByteWriter()
        writer.write(count: fixes.count)
        var packing = FixPacking()
        for fix in fixes { packing.write(fix, to: &writer) }
        var reader = ByteReader(writer.bytes)
        let read = try FixPacking.read(from: &reader)
        #expect(reader.isAtEnd)
        #expect(read.map(Bits.init) == fixes.map(Bits.init), "seed \(seed)")
    }

    @Test("inputs are decoded in their order", arguments: 0..<UInt64(20))
    func inputsComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var inputs: [DeviceInput] = []
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: inputs.append(.rebooted(at: OddValues.time(using: &random)))
            case 1: inputs.append(.appUpdated(at: OddValues.time(using: &random)))
            case 2: inputs.append(.changed(.random(using: &random), at: OddValues.time(using: &random)))
            case 3: inputs.append(.passed(at: OddValues.time(using: &random)))
            case 4: inputs.append(try OddValues.claim(using: &random))
            default: inputs.append(.fix(try OddValues.fix(using: &random)))
            }
        }
        inputs.sort()
        let packed = InputPacking.pack(inputs[...])
        #expect(try InputPacking.unpack(packed) == inputs, "seed \(seed)")
        #expect(try InputPacking.pack(InputPacking.unpack(packed)[...]) == packed, "seed \(seed)")
    }

    @Test("a usual fix takes few bytes")
    func usualFixIsSmall() throws {
        var journey = try Journey()
        try journey.stay(0...59, east: 20, every: 0.5)
        let inputs = journey.fixes.map { DeviceInput.fix($0.fix) }
        let whole = try inputs.map { input in
            guard case .fix(var fix) = input else { return input }
            fix.coordinate = try Coordinate(
                latitude: (fix.coordinate.latitude * 1e7).rounded() / 1e7,
                longitude: (fix.coordinate.longitude * 1e7).rounded() / 1e7
            )
            return .fix(fix)
        }
        #expect(InputPacking.pack(whole[...]).count <= whole.count * 10)
    }

    @Test("a text that is longer than all before it is decoded", arguments: [0, 1, 63, 64, 65, 127, 128, 129, 100_000])
    func longTextsComeBack(length: Int) throws {
        let message = String(repeating: "x", count: length)
        let inputs = [DeviceInput.changed(.failed(code: "", message: message), at: SmallPlaces.start)]
        #expect(try InputPacking.unpack(InputPacking.pack(inputs[...])) == inputs)
    }

    @Test("truncated bytes are reported", arguments: 0..<UInt64(6))
    func cutBytesAreTold(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var inputs: [DeviceInput] = [.rebooted(at: SmallPlaces.start)]
        for _ in 0..<8 { inputs.append(.fix(try OddValues.fix(using: &random))) }
        let packed = InputPacking.pack(inputs[...])
        // Cut between the fixes and the following inputs, the bytes are valid: a chunk without a restart.
        let fixesEnd = InputPacking.pack(inputs.dropFirst()).count
        for length in packed.indices where length != fixesEnd {
            expectDamaged("seed \(seed), cut to \(length) bytes") {
                _ = try InputPacking.unpack(Array(packed.prefix(length)))
            }
        }
    }

    @Test("garbled bytes are reported or read, and never crash the process", arguments: 0..<UInt64(20))
    func garbledBytesNeverTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var inputs: [DeviceInput] = [.appUpdated(at: SmallPlaces.start)]
        for _ in 0..<12 { inputs.append(.fix(try OddValues.fix(using: &random))) }
        let packed = InputPacking.pack(inputs[...])
        for _ in 0..<200 {
            let bytes = OddValues.garbled(packed, using: &random)
            expectDamagedOrNothing("seed \(seed)") {
                _ = InputPacking.pack(try InputPacking.unpack(bytes)[...])
            }
        }
    }
}

/// Expects the error for damaged bytes.
func expectDamaged(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
    let error = #expect(throws: DeviceEngineError.self, comment, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == .damagedState, comment, sourceLocation: sourceLocation)
}

/// Expects no error or the one for damaged bytes.
func expectDamagedOrNothing(
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    do {
        try body()
    } catch {
        let code = (error as? DeviceEngineError)?.code
        #expect(code == .damagedState, comment, sourceLocation: sourceLocation)
    }
}

/// The bits of a fix, which distinguish `-0` from `0`.
private struct Bits: Equatable {
    let time: Int64
    let numbers: [UInt64?]
    let activity: Activity?
    let flags: Fix.Flags

    init(_ fix: Fix) {
        time = fix.time.milliseconds
        numbers = [
            fix.coordinate.latitude, fix.coordinate.longitude, fix.horizontalAccuracy, fix.speed, fix.course,
            fix.altitude, fix.battery,
        ]
        .map { $0?.bitPattern }
        (activity, flags) = (fix.activity, fix.flags)
    }
}

/// Edge cases for a packing.
enum OddValues {
    static func claim(using random: inout SeededGenerator) throws -> DeviceInput {
        let action = FenceAction.allCases.randomElement(using: &random) ?? .entered
        let key = try #require(FenceKey(exactly: Int.random(in: 1...2_000_000, using: &random)))
        return .reported(action, key, try fix(using: &random))
    }

    static func fix(using random: inout SeededGenerator) throws -> Fix {
        Fix(
            time: time(using: &random),
            coordinate: try Coordinate(
                latitude: number(in: -90...90, using: &random),
                longitude: number(in: -180...180, using: &random)
            ),
            horizontalAccuracy: maybe(number(in: 0...5000, using: &random), using: &random),
            speed: maybe(number(in: 0...60, using: &random), using: &random),
            course: maybe(number(in: 0...360, using: &random), using: &random),
            altitude: maybe(number(in: -400...9000, using: &random), using: &random),
            activity: Activity.allCases.randomElement(using: &random).flatMap { maybe($0, using: &random) },
            battery: maybe(number(in: 0...1, using: &random), using: &random),
            flags: Fix.Flags(rawValue: .random(in: 0...511, using: &random))
        )
    }

    static func time(using random: inout SeededGenerator) -> Timestamp {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: Timestamp(milliseconds: .max)
        case 1: Timestamp(milliseconds: .min)
        case 2: Timestamp(milliseconds: .random(in: .min ... .max, using: &random))
        case 3: Timestamp(milliseconds: 0)
        default: SmallPlaces.start.advanced(bySeconds: .random(in: 0...3600, using: &random))
        }
    }

    private static func number(in range: ClosedRange<Double>, using random: inout SeededGenerator) -> Double {
        let value: Double
        switch Int.random(in: 0..<9, using: &random) {
        case 0: value = range.lowerBound
        case 1: value = range.upperBound
        case 2: value = -0.0
        case 3: value = .leastNonzeroMagnitude
        case 4: value = range.upperBound.nextDown
        case 5: value = 0.1 + 0.2
        case 6: value = (Double.random(in: range, using: &random) * 10).rounded() / 10
        case 7: value = (Double.random(in: range, using: &random) * 1e7).rounded() / 1e7
        default: value = .random(in: range, using: &random)
        }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    private static func maybe<Value>(_ value: Value, using random: inout SeededGenerator) -> Value? {
        Int.random(in: 0..<3, using: &random) == 0 ? nil : value
    }

    /// Encoded numbers: the largest and the smallest signed one, the largest unsigned one, and the largest `Int`.
    private static let largestNumbers: [[UInt8]] = [
        [0xFE] + Array(repeating: 0xFF, count: 8) + [1],
        Array(repeating: 0xFF, count: 9) + [1],
        Array(repeating: 0xFF, count: 8) + [0x7F],
    ]

    /// Bytes with a few changed, removed, inserted or cut off.
    static func garbled(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = 0xFF
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(.random(in: 0...255, using: &random), at: index)
            case 4:
                let largest = largestNumbers[Int.random(in: largestNumbers.indices, using: &random)]
                bytes.replaceSubrange(index..<(index + 1), with: largest)
            default: bytes[index] = .random(in: 0...255, using: &random)
            }
        }
        if Int.random(in: 0..<5, using: &random) == 0 { bytes.removeLast(bytes.count / 3) }
        return bytes
    }
}
