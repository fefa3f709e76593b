package import RadarEngine
package import TrackingModel
internal import TrackingEngine
package import VisitModel

/// A tracking options document from a file, with the line and column of each option.
package struct TrackingOptionsFile: Sendable {
    /// The file's name in messages.
    package let name: String
    package let options: CheckedTrackingOptions
    private let places: OptionPlaces

    /// Reads a file with one JSON object, `-` for standard input.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile` where the file can't be read, `unusableInput` with the
    /// file, the line and the column where the content is invalid.
    package init(_ file: String, on platform: Platform) throws {
        let (name, bytes) = try InputFile.reading(file) { input in
            var bytes: [UInt8] = []
            try input.eachPiece { piece in
                guard bytes.count + piece.count <= Self.longestFile else {
                    throw VisitPipelineError(
                        .unusableInput,
                        "\(input.name): is too long for tracking options, expected one JSON object"
                    )
                }
                bytes += piece
            }
            return (input.name, bytes)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VisitPipelineError(.unusableInput, "\(name): is not UTF-8 text, expected one JSON object")
        }
        let places = OptionPlaces(document: text)
        self.name = name
        self.places = places
        do {
            self.options = try CheckedTrackingOptions(document: text, on: platform)
        } catch {
            let place = error.option.flatMap { places[$0] }.map { ":\($0.line):\($0.column)" } ?? ""
            throw VisitPipelineError(.unusableInput, "\(name)\(place): \(error.message)")
        }
    }

    /// The most bytes of a file: white space around a document is allowed, but only up to this length.
    private static let longestFile = 1 << 20

    /// Returns the place of the option that a warning is about; `nil` where the file does not have it.
    package func place(of warning: ConfigurationWarning) -> OptionPlaces.Place? { places[warning.option] }
}
