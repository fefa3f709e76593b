import PhoneSimulator
import Testing

@Suite("Random numbers of a simulated phone")
struct SeededGeneratorTests {
    @Test("are those of SplitMix64")
    func reference() {
        // From the reference implementation (Vigna, splitmix64.c) with the seed 1234567.
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("have the mean and spread they are said to have", arguments: UInt64(1)...3)
    func moments(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let units = (0..<20_000).map { _ in generator.unit() }
        #expect(units.allSatisfy { $0 >= 0 && $0 < 1 }, "seed \(seed)")
        #expect(abs(units.reduce(0, +) / 20_000 - 0.5) < 0.01, "seed \(seed)")
        let normals = (0..<20_000).map { _ in generator.normal() }
        let mean = normals.reduce(0, +) / 20_000
        #expect(abs(mean) < 0.03, "seed \(seed)")
        #expect(abs(normals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000 - 1) < 0.05, "seed \(seed)")
    }
}
