internal import TrackingModel
internal import Foundation
internal import TrackingEngine
internal import VisitModel

/// One option at several values, as on the command line: `stopDuration=60,140,300`.
package struct LabSweep: Hashable, Sendable {
    /// The option: a key of Radar's document, or a path such as `geolocation.distanceFilter`.
    package let option: String
    /// The values as written, in their order.
    package let texts: [String]

    package static let maximumValues = 50

    /// Parses the option, an equals sign, and values separated by commas.
    ///
    /// A value that reads as a number, `true`, `false` or `null` is one; everything else is text. Throws
    /// `SimulationLabError` with code `sweep`, saying what was expected.
    package init(_ text: String) throws(SimulationLabError) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let texts =
            sides.count == 2 ? sides[1].split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) : []
        guard sides.count == 2, !sides[0].isEmpty, !texts.contains("") else {
            throw SimulationLabError(
                .sweep,
                "\(quoted(text)) is not a sweep of an option, expected for instance stopDuration=60,140,300"
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

    /// A set for each value, called `responsive-ios stopDuration=60` and so on, with all other options of `base`.
    ///
    /// Throws `SimulationLabError` with code `sweep` where the base has no such option or it does not accept the value.
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

    private var shortOption: String { option.split(separator: ".").last.map(String.init) ?? option }
}

extension ConfigValue {
    /// The value of an unquoted text: a number, a boolean or null where it reads as one, otherwise text.
    init(plain text: String) {
        let scalar = try? JSONDecoder().decode(ConfigValue.self, from: Data(text.utf8))
        switch scalar {
        case .null, .bool, .integer, .fraction: self = scalar ?? .text(text)
        case .text, .list, .object, nil: self = .text(text)
        }
    }
}
