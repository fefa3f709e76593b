import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@testable import DeviceEngine

@Suite("Encoding of the estimate of a phone's clock")
struct ClockEstimateCodingTests {
    private static let start = Timestamp(milliseconds: 1_709_600_000_000)

    @Test("a decoded estimate equals the encoded one", arguments: 0..<UInt64(20))
    func comesBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var estimate = ClockEstimate()
        var (receivedAt, groups) = (Self.start, 0)
        for _ in 0..<200 {
            receivedAt = receivedAt.advanced(bySeconds: random.next().isMultiple(of: 9) ? 4000 : 60)
            let late = Double.random(in: 0...28_800, using: &random)
            let ages: [Double] = [2, 2, 2, 7200, late, -900]
            let age = ages.randomElement(using: &random) ?? 2
            let time = receivedAt.advanced(bySeconds: -age)
            var delivery = ClockDelivery(receivedAt: receivedAt)
            delivery.add(time, receivedAt: receivedAt)
            _ = estimate.observe(delivery, toleranceSeconds: 120)
            let key = ClockAlternation.FixKey(
                time: time,
                coordinate: try Coordinate(latitude: .random(in: -80...80, using: &random), longitude: 5)
            )
            _ = estimate.alternation.observe(ClockAlternation.Delivery(receivedAt: receivedAt, fixes: [key]))
            if estimate.alternation.group != nil { groups += 1 }
            #expect(try ClockEstimate(stored: estimate.encoded()) == estimate, "seed \(seed)")
        }
        #expect(groups > 0 && estimate.alternation.gaps.count > 1, "seed \(seed)")
    }

    @Test("undecided fixes come back")
    func undecided() throws {
        var estimate = ClockEstimate()
        for minute in 0..<60 {
            let receivedAt = Self.start.advanced(bySeconds: Double(minute) * 60)
            let key = ClockAlternation.FixKey(
                time: receivedAt.advanced(bySeconds: minute.isMultiple(of: 2) ? -1 : -18_000),
                coordinate: try Coordinate(latitude: 50, longitude: 5)
            )
            _ = estimate.alternation.observe(ClockAlternation.Delivery(receivedAt: receivedAt, fixes: [key]))
            #expect(try ClockEstimate(stored: estimate.encoded()) == estimate, "\(minute)")
        }
        #expect(estimate.alternation.undecided != nil)
    }

    @Test(
        "the versions before are read: without a second clock, with one gap, and without undecided fixes",
        arguments: [1, 2, 3] as [UInt8]
    )
    func earlierVersions(format: UInt8) throws {
        var writer = ByteWriter()
        writer.write(format)
        writer.write(count: 0)
        for _ in 0..<5 { writer.write(false) }
        if format > 1 {
            writer.write(count: 0)
            for _ in 0..<2 { writer.write(optional: Self.start) { $0.write($1) } }
            if format == 2 {
                for _ in 0..<3 { writer.write(false) }
                writer.write(optional: Self.start) { $0.write($1) }
            } else {
                for _ in 0..<2 { writer.write(false) }
                writer.write(count: 1)
                writer.write(false)
                writer.write(Self.start)
            }
            writer.write(count: 0)
            for _ in 0..<2 { writer.write(false) }
        }
        writer.appendChecksum()
        let alternation = try ClockEstimate(stored: writer.bytes).alternation
        #expect(alternation.front == (format > 1 ? Self.start : nil))
        #expect(alternation.gaps == (format > 1 ? [ClockAlternation.Gap(start: nil, end: Self.start)] : []))
    }
}
