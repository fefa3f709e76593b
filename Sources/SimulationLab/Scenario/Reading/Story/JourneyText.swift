internal import VisitModel

/// A stop of a journey, as written in a scenario: `gym 07:30 for 55 min by bike`.
struct JourneyStop {
    /// In the words of the file.
    let place: String
    /// Where the file has degrees in place of a name.
    let degrees: Coordinate?
    var arrival: ClockTime?
    var leave: Leave?
    var mode: TravelMode?

    enum Leave {
        case after(Double)
        case at(ClockTime)
    }
}

enum TravelMode: String, CaseIterable {
    case foot, bike, car, train

    var metersPerSecond: Double {
        switch self {
        case .foot: 1.4
        case .bike: 5
        case .car: 11
        case .train: 25
        }
    }

    /// The activity that a motion service reports.
    var activity: Activity {
        switch self {
        case .foot: .walking
        case .bike: .onBicycle
        case .car, .train: .inVehicle
        }
    }

    /// The distance from which the default mode is a car and not on foot.
    static let farMeters = 1500.0

    static func usual(for meters: Double) -> TravelMode { meters > farMeters ? .car : .foot }
}

/// Parses a journey as written in a scenario: stops separated by commas.
enum JourneyText {
    static let example = "home 07:00, gym 07:30 for 55 min, home 09:00"

    /// A time without a day is on the day of the previous time.
    static func parse(_ text: String) -> (stops: [JourneyStop], problems: [String]) {
        var (stops, problems, day) = ([JourneyStop](), [String](), 1)
        for (index, part) in split(text).enumerated() {
            do {
                stops.append(try stop(part, day: &day))
            } catch {
                problems.append("stop \(index + 1): \(error)")
            }
        }
        return (stops, problems)
    }

    /// The words of each part between unquoted commas; a quoted word keeps its opening quote.
    private static func split(_ text: String) -> [[String]] {
        var (parts, words, word): ([[String]], [String], String) = ([], [], "")
        var quote: Character?
        func closed(_ words: [String], _ word: String) -> [String] { word.isEmpty ? words : words + [word] }
        for character in text {
            if let open = quote {
                if character == open {
                    (words, word, quote) = (words + ["\"" + word], "", nil)
                } else {
                    word.append(character)
                }
            } else if character == "\"" || character == "'", word.isEmpty {
                quote = character
            } else if character == "," {
                parts.append(closed(words, word))
                (words, word) = ([], "")
            } else if character.isWhitespace {
                words = closed(words, word)
                word = ""
            } else {
                word.append(character)
            }
        }
        parts.append(closed(words, quote == nil ? word : "\"" + word))
        return parts
    }

    private static func stop(_ words: [String], day: inout Int) throws -> JourneyStop {
        var rest = words[...]
        var stop: JourneyStop
        if let first = rest.first, first.hasPrefix("\"") {
            let name = String(first.dropFirst()).trimmed
            stop = JourneyStop(place: name, degrees: try PlaceText.degrees(name))
            rest = rest.dropFirst()
        } else {
            let name = rest.prefix { !isEndOfName($0) }
            rest = rest.dropFirst(name.count)
            // A place may be called `day`, but not with a number after it.
            stop = JourneyStop(place: name.joined(separator: " "), degrees: nil)
        }
        guard !stop.place.isEmpty else { throw Problem("has no place, expected for instance `gym 07:30 for 55 min`") }
        stop.arrival = try time(&rest, &day)
        while let word = rest.first?.lowercased() {
            rest = rest.dropFirst()
            switch word {
            case "for" where stop.leave == nil:
                let taken = rest.prefix { !["by", "until", "for"].contains($0.lowercased()) }
                rest = rest.dropFirst(taken.count)
                let text = taken.joined(separator: " ")
                stop.leave = .after(try DurationText.seconds(text, within: 0...longestSeconds))
            case "until" where stop.leave == nil:
                guard let time = try time(&rest, &day) else {
                    throw Problem("`until` has no time, expected for instance until \(ClockTime.examples)")
                }
                stop.leave = .at(time)
            case "by" where stop.mode == nil:
                let name = rest.first ?? ""
                let known = TravelMode.allCases.map(\.rawValue).joined(separator: ", ")
                guard let mode = TravelMode(rawValue: name.lowercased()) else {
                    throw Problem("\(quoted(name)) is not a way to travel, expected \(known)")
                }
                stop.mode = mode
                rest = rest.dropFirst()
            default:
                throw Problem(
                    "\(quoted(word)) is not allowed here, expected `PLACE TIME`, then `for DURATION` or `until TIME`, "
                        + "and `by foot`, `by bike`, `by car` or `by train`"
                )
            }
        }
        return stop
    }

    private static func isEndOfName(_ word: String) -> Bool {
        let isTime = word.contains(":") && word.first?.isNumber == true
        return isTime || ["day", "for", "until", "by"].contains(word.lowercased())
    }

    private static func time(_ words: inout ArraySlice<String>, _ day: inout Int) throws -> ClockTime? {
        guard var time = try ClockTime.parse(from: &words) else { return nil }
        day = time.day ?? day
        time.day = day
        return time
    }
}
