internal import Foundation
internal import TrackingEngine

/// One option at several values, as a command line has it: `stopDuration=60,140,300`.
package struct LabSweep: Hashable, Sendable {
    /// The option: a key of Radar's document, or a path such as `geolocation.distanceFilter`.
    package let option: String
    /// The values as they were written, in their order.
    package let texts: [String]

    /// The most values of a sweep.
    package static let maximumValues = 50

    /// Reads a sweep.
    ///
    /// - Parameter text: the option, a sign of equality, and values with commas between. A value that reads as a number,
    ///   `true`, `false` or `null` is one, everything else is a text.
    /// - Throws: `SimulationLabError` with code `sweep`, saying what was expected.
    package init(_ text: String) throws(SimulationLabError) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let texts =
            sides.count == 2 ? sides[1].split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) : []
        guard sides.count == 2, !sides[0].isEmpty, !texts.contains("") else {
            throw SimulationLabError(
                .sweep,
                "\(quoted(text)) is no sweep of an option, expected for instance stopDuration=60,140,300"
            )
        }
        guard Set(texts).count == texts.count else {
            throw SimulationLabError(.sweep, "\(quoted(text)) has a value twice, expected each once")
        }
        guard texts.count <= Self.maximumValues else {
            throw SimulationLabError(
                .sweep,
                "\(quoted(text)) has \(texts.count) values, expected at most \(Self.maximumValues)"
            )
        }
        option = sides[0]
        self.texts = texts
    }

    /// A set for each value, made of a base.
    ///
    /// - Parameter base: what all of them have but for the option.
    /// - Returns: the sets, called `responsive-ios stopDuration=60` and so on.
    /// - Throws: `SimulationLabError` with code `sweep` where the base has no such option or it takes no such value.
    package func sets(of base: LabOptionSet) throws(SimulationLabError) -> [LabOptionSet] {
        var sets: [LabOptionSet] = []
        for text in texts {
            do {
                let name = "\(base.name) \(shortOption)=\(text)"
                sets.append(try base.changing([option: ConfigValue(plain: text)], name: name))
            } catch let fault as LabOptionSet.Fault {
                throw SimulationLabError(.sweep, "--sweep of \(base.name): \(fault.message)", cause: fault)
            } catch {
                throw SimulationLabError(.sweep, "--sweep of \(base.name): \(error)", cause: error)
            }
        }
        return sets
    }

    /// The last part of the option's path.
    private var shortOption: String { option.split(separator: ".").last.map(String.init) ?? option }
}

extension ConfigValue {
    /// The value that is written without quotes: a number, a truth value or nothing where it reads as one, else a text.
    ///
    /// - Parameter text: as it is written.
    init(plain text: String) {
        let scalar = try? JSONDecoder().decode(ConfigValue.self, from: Data(text.utf8))
        switch scalar {
        case .null, .bool, .integer, .fraction: self = scalar ?? .text(text)
        case .text, .list, .object, nil: self = .text(text)
        }
    }
}
