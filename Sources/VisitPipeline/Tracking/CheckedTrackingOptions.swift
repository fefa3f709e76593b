package import TrackingEngine
package import VisitModel

/// Tracking options that a phone can use, with what is to be said of them.
package struct CheckedTrackingOptions: Hashable, Sendable {
    /// The most bytes of a document; it goes out with every answer to a phone.
    package static let longestDocument = 16 << 10

    /// What they were made of.
    package let content: Content
    /// What they mean.
    package let options: RadarTrackingOptions
    /// What their author may not have meant.
    package let warnings: [ConfigurationWarning]
    /// The JSON object that phones are handed: a custom document as it was given; else every option, written out.
    ///
    /// Phones know no presets: whatever a document leaves to the preset that it names is written out for them.
    package let document: String

    /// What tracking options are made of.
    package enum Content: Hashable, Sendable {
        /// One of the three sets that Radar has tuned.
        case preset(RadarPreset)
        /// A JSON document as it was given.
        case custom(String)
    }

    /// Takes a preset.
    ///
    /// - Parameters:
    ///   - preset: which one.
    ///   - platform: the phones' operating system.
    package init(_ preset: RadarPreset, on platform: Platform) {
        let options = RadarTrackingOptions(preset: preset, on: platform)
        self.init(.preset(preset), options, options.warnings(), document: options.json())
    }

    /// Checks a document; one that says nothing but the name of a preset is that preset.
    ///
    /// - Parameters:
    ///   - document: one JSON object, as Radar's dashboard writes it; white space round it is left out.
    ///   - platform: the phones' operating system.
    /// - Throws: `TrackingEngineError` with code `options`, which names the option where one is to blame.
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

    /// The text without white space and byte order mark round it.
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
