/// Degrees as people and programs write them: `39.9`, `39,9`, `39.9 N`, `39°54'00.0"N`, `39° 54.0'`, `N 39 54 00`.
struct DegreesText {
    enum Axis: Hashable, Sendable {
        case latitude, longitude
    }

    enum Problem: Error, Hashable {
        case unreadable
        /// A longitude where a latitude is expected, or the reverse, by the letter beside it.
        case otherAxis
        /// The letter O, which is east in German and west in French, Italian and Spanish.
        case ambiguousLetter
        /// A list in square brackets, which programs write in either order.
        case ambiguousOrder
        /// Minutes or seconds of 60 or more.
        case tooManyMinutes
        /// A negative number with N or E.
        case contradictorySign
    }

    /// The signed degrees.
    let degrees: Double
    /// The axis that a letter names; `nil` without one.
    let axis: Axis?
    /// 1 for degrees alone, 2 with minutes, 3 with seconds.
    let partCount: Int

    /// Parses degrees of an axis: a plain number quickly, anything else by its parts; a comma is the decimal sign.
    static func degrees(_ field: DelimitedField, _ axis: Axis) throws(Problem) -> Double {
        if let number = field.double(decimalComma: true) { return number }
        let text = try DegreesText(field.string)
        guard text.axis ?? axis == axis else { throw .otherAxis }
        return text.degrees
    }

    init(_ text: String) throws(Problem) {
        var parts = try Self.parts(text)[...]
        var letter: Letter?
        if case .letter(let found)? = parts.first {
            letter = found
            parts = parts.dropFirst()
        } else if case .letter(let found)? = parts.last {
            letter = found
            parts = parts.dropLast()
        }
        var isNegative = false
        if case .sign(let found)? = parts.first {
            isNegative = found
            parts = parts.dropFirst()
        }
        var (sum, count, lastHasFraction) = (0.0, 0, false)
        for part in parts {
            switch part {
            case .number(let value, let hasFraction):
                // Only the last part has a fraction.
                guard count < 3, !lastHasFraction else { throw .unreadable }
                guard count == 0 || value < 60 else { throw .tooManyMinutes }
                sum += value / [1, 60, 3600][count]
                lastHasFraction = hasFraction
                count += 1
            case .mark(let place): guard place == count - 1 else { throw .unreadable }
            case .sign, .letter: throw .unreadable
            }
        }
        guard count > 0 else { throw .unreadable }
        guard letter == nil || !isNegative || letter?.isNegative == true else { throw .contradictorySign }
        degrees = isNegative || letter?.isNegative == true ? -sum : sum
        axis = letter?.axis
        partCount = count
    }
}

extension DegreesText.Problem {
    /// The error, to be appended to the text in question.
    func explanation(_ axis: DegreesText.Axis) -> String {
        let expected = axis == .latitude ? "degrees north such as 48.8566" : "degrees east such as -93.2650"
        return switch self {
        case .unreadable: "is not a number, expected \(expected)"
        case .otherAxis:
            "is a \(axis == .latitude ? "longitude" : "latitude"), expected \(expected); "
                + "latitude and longitude seem to be swapped"
        case .ambiguousLetter:
            "has the letter O, which is east in German and west in French, Italian and Spanish, expected E or W"
        case .ambiguousOrder: "is a list, which programs write in either order, expected `48.8566, -93.2650`"
        case .tooManyMinutes: "has minutes or seconds of 60 or more, expected \(expected)"
        case .contradictorySign: "is negative and has the letter N or E, expected one of the two"
        }
    }
}

extension DegreesText {
    private enum Letter {
        case north, south, east, west

        var axis: Axis { self == .north || self == .south ? .latitude : .longitude }
        var isNegative: Bool { self == .south || self == .west }

        /// In English, German, French, Italian and Spanish.
        init?(_ word: String) {
            switch word {
            case "n", "north", "nord", "norte": self = .north
            case "s", "south", "sud", "süd", "sur": self = .south
            case "e", "east", "ost", "est", "este": self = .east
            case "w", "west", "ouest", "ovest", "oeste": self = .west
            default: return nil
            }
        }
    }

    private enum Part {
        case sign(isNegative: Bool)
        case number(Double, hasFraction: Bool)
        /// The mark of degrees (0), minutes (1) or seconds (2) after a number.
        case mark(Int)
        case letter(Letter)
    }

    private static func parts(_ text: String) throws(Problem) -> [Part] {
        let scalars = Array(text.unicodeScalars.prefix(100))
        var parts: [Part] = []
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar.isDigit {
                parts.append(try number(scalars, &index))
                continue
            }
            index += 1
            if scalar.properties.isWhitespace || scalar == ":" { continue }
            if let place = mark(scalar) {
                // Two minute marks are one of seconds.
                let isDoubled = place == 1 && index < scalars.count && mark(scalars[index]) == 1
                if isDoubled { index += 1 }
                parts.append(.mark(isDoubled ? 2 : place))
                continue
            }
            switch scalar {
            case "-", "−", "–": parts.append(.sign(isNegative: true))
            case "+": parts.append(.sign(isNegative: false))
            default:
                guard scalar.properties.isAlphabetic else { throw .unreadable }
                index -= 1
                parts += try word(scalars, &index)
            }
        }
        return parts
    }

    private static func number(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(Problem) -> Part {
        var digits = ""
        var hasFraction = false
        while index < scalars.count {
            if scalars[index].isDigit {
                digits.unicodeScalars.append(scalars[index])
            } else if !hasFraction, scalars[index] == "." || scalars[index] == ",", index + 1 < scalars.count,
                scalars[index + 1].isDigit
            {
                hasFraction = true
                digits.append(".")
            } else {
                break
            }
            index += 1
        }
        guard let value = Double(digits) else { throw .unreadable }
        return .number(value, hasFraction: hasFraction)
    }

    private static func mark(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "°", "º", "˚": 0
        case "'", "′", "’", "‘", "´", "`": 1
        case "\"", "″", "”", "“": 2
        default: nil
        }
    }

    private static func word(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(Problem) -> [Part] {
        var word = ""
        while index < scalars.count, scalars[index].properties.isAlphabetic, mark(scalars[index]) == nil {
            word.unicodeScalars.append(scalars[index])
            index += 1
        }
        word = word.lowercased()
        if let letter = Letter(word) { return [.letter(letter)] }
        switch word {
        case "o": throw .ambiguousLetter
        case "d", "deg", "degrees": return [.mark(0)]
        case "m", "min": return [.mark(1)]
        case "sec": return [.mark(2)]
        // `54m00sN`: the mark of the seconds, and the letter after it.
        case "sn", "ss", "se", "sw":
            guard let letter = Letter(String(word.suffix(1))) else { throw .unreadable }
            return [.mark(2), .letter(letter)]
        default: throw .unreadable
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { value >= 0x30 && value <= 0x39 }
}
