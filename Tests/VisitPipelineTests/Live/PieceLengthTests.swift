import Testing

@testable import VisitPipeline

@Suite("The pieces of a long request")
struct PieceLengthTests {
    @Test(
        "A piece has as many records as take half a second, at least 200 and at most twice those before",
        arguments: [
            // Milliseconds that the pieces took, and the records of the next one.
            ([100], 5_000), ([500], 5_000), ([1_000], 2_500), ([1_000, 250], 5_000), ([10_000], 250),
            ([100_000], 200), ([100_000, 1], 400), ([100_000, 1, 1], 800), ([0], 5_000),
        ]
    )
    func adapts(times: [Int], count: Int) {
        var length = PieceLength(most: 5_000)
        for time in times { length.adapt(to: .milliseconds(time), of: length.count) }
        #expect(length.count == count)
    }

    @Test("Where fewer records are read at once, it has no more than those")
    func few() {
        var length = PieceLength(most: 50)
        length.adapt(to: .seconds(60), of: 50)
        #expect(length.count == 50)
    }
}
