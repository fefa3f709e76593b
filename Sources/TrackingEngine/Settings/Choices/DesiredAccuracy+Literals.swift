// `CLLocationAccuracy` is a plain number, so apps write numbers: `desiredAccuracy: 10`.

extension DesiredAccuracy: ExpressibleByIntegerLiteral {
    /// Creates an accuracy from a literal in metres, −1 or −2; any other negative number ends the program.
    public init(integerLiteral value: Int) { self.init(literal: Double(value)) }
}

extension DesiredAccuracy: ExpressibleByFloatLiteral {
    /// Creates an accuracy from a literal in metres, −1 or −2; any other negative number ends the program.
    public init(floatLiteral value: Double) { self.init(literal: value) }
}

extension DesiredAccuracy {
    private init(literal: Double) {
        guard let accuracy = DesiredAccuracy(rawValue: literal) else {
            preconditionFailure("the accuracy \(literal) is none, expected metres of 0 or more, -1 or -2")
        }
        self = accuracy
    }
}
