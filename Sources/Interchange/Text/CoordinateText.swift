internal import VisitModel

/// Latitude and longitude in one text: `39.9,-82.1`, `39.9 -82.1`, `39,9; -82,1`, `39°54'N 82°06'W`, `geo:39.9,-82.1`,
/// or the point of WKT, GeoJSON or WKB.
struct CoordinateText {
    /// Degrees north and east, not validated.
    let latitude: Double
    let longitude: Double

    /// Without letters, the latitude comes first, except in WKT, GeoJSON and WKB.
    init(_ text: String) throws(DegreesText.Problem) {
        if let point = Self.point(text) {
            (latitude, longitude) = point
            return
        }
        let (first, second) = try Self.halves(Self.bare(text))
        switch (first.axis, second.axis) {
        case (.longitude?, .latitude?): (latitude, longitude) = (second.degrees, first.degrees)
        case (nil, nil), (.latitude?, .longitude?): (latitude, longitude) = (first.degrees, second.degrees)
        default: throw .unreadable
        }
    }

    /// `nil` for text that is no geometry.
    private static func point(_ text: String) -> (latitude: Double, longitude: Double)? {
        // WKT begins with POINT or SRID, WKB with a digit 0.
        guard let first = text.first, "{pPsS0".contains(first), let geometry = try? BoundaryText.geometry(text),
            case .point(let position) = geometry
        else { return nil }
        return (position.y, position.x)
    }

    /// The text without parentheses, and without `geo:` and its parameters (RFC 5870).
    private static func bare(_ text: String) throws(DegreesText.Problem) -> Substring {
        if text.hasPrefix("[") { throw .ambiguousOrder }
        if text.hasPrefix("("), text.hasSuffix(")") { return text.dropFirst().dropLast() }
        guard text.lowercased().hasPrefix("geo:") else { return text[...] }
        return text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
    }

    private static func halves(_ text: Substring) throws(DegreesText.Problem) -> (DegreesText, DegreesText) {
        for separator in [";", "/", "|"] as [Character] where text.contains(separator) {
            return try two(text.split(separator: separator)[...])
        }
        let commas = text.count { $0 == "," }
        // With decimal points each comma separates; a height may follow.
        if commas > 0, text.contains(".") { return try two(text.split(separator: ",").prefix(2)) }
        // With decimal commas the one before a blank does.
        let parts = text.split(separator: ", ")
        if commas > 0, parts.count == 2 { return try two(parts[...]) }
        if commas == 1, !text.contains(where: \.isWhitespace) {
            // `39,9` is one number, `39,-82` and `39°54'N,82°06'W` are two.
            let both = try two(text.split(separator: ",")[...])
            let isOne =
                both.0.axis == nil && both.0.partCount == 1 && text.split(separator: ",").last?.first?.isNumber == true
            if !isOne { return both }
        }
        return try halvesWithoutSeparator(String(text))
    }

    private static func two(_ parts: ArraySlice<Substring>) throws(DegreesText.Problem) -> (DegreesText, DegreesText) {
        guard parts.count == 2, let first = parts.first, let second = parts.last else { throw .unreadable }
        return (try DegreesText(String(first)), try DegreesText(String(second)))
    }

    /// The one way to cut a text in two of the same kind: at a blank, or anywhere where both have a letter.
    private static func halvesWithoutSeparator(
        _ text: String
    ) throws(DegreesText.Problem) -> (DegreesText, DegreesText) {
        var found: [(DegreesText, DegreesText)] = []
        var problem = DegreesText.Problem.unreadable
        // Longer texts are no coordinates, and there would be many ways to cut them.
        guard text.utf8.count <= 80 else { throw problem }
        for cut in text.indices.dropFirst() where !text[text.index(before: cut)].isWhitespace {
            do throws(DegreesText.Problem) {
                let (first, second) = (try DegreesText(String(text[..<cut])), try DegreesText(String(text[cut...])))
                let areBothNamed = first.axis != nil && second.axis != nil
                guard first.partCount == second.partCount, areBothNamed || text[cut].isWhitespace else { continue }
                found.append((first, second))
            } catch {
                if error != .unreadable { problem = error }
            }
        }
        guard let only = found.first, found.count == 1 else { throw problem }
        return only
    }
}
