import Foundation

extension ConfigValue {
    /// Reads a JSON document.
    ///
    /// - Parameter document: UTF-8 JSON of any kind.
    /// - Throws: `TrackingEngineError` where it is no JSON.
    package init(document: String) throws(TrackingEngineError) {
        do {
            self = try JSONDecoder().decode(ConfigValue.self, from: Data(document.utf8))
        } catch {
            throw TrackingEngineError(
                .options,
                "the configuration is not JSON, expected an object such as {\"geolocation\": {\"distanceFilter\": 20}}"
            )
        }
    }

    /// The value as JSON on one line, the keys in the order of the alphabet, so that equal values give equal texts.
    package var document: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A value without infinities can't fail to encode; `number(_:)` and the decoders admit none.
        guard let data = try? encoder.encode(self) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
