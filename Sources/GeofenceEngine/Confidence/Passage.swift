/// The path from the last fix before a stay, past its first and last fix inside, to the first fix after it.
///
/// A member who only walks past moves at an even pace and straight ahead; a visitor stops, and often goes back.
public struct Passage: Hashable, Sendable {
    /// Metres from the last fix before to the first inside, plus metres from the last inside to the first after.
    public var pathMeters: Double
    /// Metres from the fix before to the fix after.
    public var directMeters: Double

    /// Creates a passage.
    public init(pathMeters: Double, directMeters: Double) {
        self.pathMeters = pathMeters
        self.directMeters = directMeters
    }
}
