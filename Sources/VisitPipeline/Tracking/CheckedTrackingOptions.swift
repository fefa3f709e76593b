package import RadarEngine
internal import TrackingEngine
package import TrackingModel
package import VisitModel

/// Valid tracking options with their warnings.
package struct CheckedTrackingOptions: Hashable, Sendable {
    /// The most bytes of a document; it is part of every response to a phone.
    package static let longestDocument = 16 << 10

    package let content: Content
    package let options: RadarTrackingOptions
    /// The settings that their author may not have intended.
    package let warnings: [ConfigurationWarning]
    /// The JSON object sent to phones: a custom document unchanged; otherwise every option in full.
    ///
    /// Phones know no presets: where a document names one, the preset's options are written out.
    package let document: String

    package enum Content: Hashable, Sendable {
        /// One of Radar's three presets.
        case preset(RadarPreset)
        /// A JSON document, unchanged.
        case custom(String)
    }

    package init(_ preset: RadarPreset, on platform: Platform) {
        let options = RadarTrackingOptions(preset: preset, on: platform)
        self.init(.preset(preset), options, options.warnings(), document: options.json())
    }

    /// Parses a document; one that contains only the name of a preset is that preset.
    ///
    /// The document is one JSON object, as Radar's dashboard writes it; surrounding white space is removed. Throws
    /// `TrackingEngineError` with code `options`, which names the option where one is invalid.
    package init(document: String, on platform: Platform) throws(TrackingEngineError) {
        let text = Self.trimmed(document)
        guard text.utf8.count <= Self.longestDocument else {
            throw TrackingEngineError(
                .options,
                "the tracking options have \(text.utf8.count) bytes, expected at most \(Self.longestDocument)"
            )
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            throw TrackingEngineError(.options, "the tracking options hold a control character; leave it out")
        }
        var remarks: [ConfigurationWarning] = []
        let options = try RadarTrackingOptions(json: text, platform: platform, warnings: &remarks)
        if let preset = options.preset, OptionPlaces(document: text).keys == ["preset"] {
            self.init(preset, on: platform)
            return
        }
        for warning in options.warnings() where !remarks.contains(where: { $0.isOfSame(warning) }) {
            remarks.append(warning)
        }
        self.init(.custom(text), options, remarks, document: options.preset == nil ? text : options.json())
    }

    /// The keys that are no tracking options of any phone, which are probably misspelt.
    package var unknownKeys: [String] {
        let known = RadarTrackingOptions.keys(on: options.platform)
        return warnings.filter { $0.code == .unknownKey }.map(\.option).filter { !known.contains($0) }
    }

    private init(
        _ content: Content,
        _ options: RadarTrackingOptions,
        _ warnings: [ConfigurationWarning],
        document: String
    ) {
        self.content = content
        self.options = options
        self.warnings = warnings
        self.document = document
    }

    /// The text without surrounding white space and byte order mark.
    private static func trimmed(_ text: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n\u{FEFF}".unicodeScalars.contains(scalar) }
        let scalars = text.unicodeScalars.drop(while: isSpace)
        let end = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) } ?? scalars.startIndex
        return String(scalars[..<end])
    }
}

extension ConfigurationWarning {
    fileprivate func isOfSame(_ other: ConfigurationWarning) -> Bool { code == other.code && option == other.option }
}

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
        let (name, bytes) = try InputFile.open(file) { input in
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

    /// Returns the place of an option; `nil` where the file does not have it.
    package func place(of option: String) -> OptionPlaces.Place? { places[option] }
}
