import TrackingModel
import WireJSON
import VisitModel

extension WireTemplate {
    /// A rendered template with the start offset of each tag's value.
    struct Rendering {
        var bytes: [UInt8] = []
        var tags: [(tag: WireTag, start: Int)] = []
    }

    /// Renders a location as a record.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - extras: merged into an object, where they override members of the same name, or appended to a
    ///     list as one more element.
    ///   - meta: the phone's additional clocks.
    /// - Returns: the record.
    /// - Throws: `TrackingEngineError` with code `options` where the result is no JSON.
    func json(
        of location: TrackedLocation,
        extras: [String: ConfigValue],
        meta: TimestampMeta?
    ) throws(TrackingEngineError) -> [UInt8] {
        let rendering = Self.rendered(parts, location, meta)
        let outline = try Self.outline(of: rendering, subject)
        guard !extras.isEmpty else { return Array(rendering.bytes[outline.range]) }
        return outline.kind == .list
            ? outline.appending(extras, to: rendering.bytes)
            : outline.merging(rendering.bytes, beneath: extras)
    }

    /// Replaces tags by their values.
    static func rendered(_ parts: [Part], _ location: TrackedLocation, _ meta: TimestampMeta?) -> Rendering {
        var rendering = Rendering()
        for part in parts {
            switch part {
            case .verbatim(let bytes): rendering.bytes.append(contentsOf: bytes)
            case .tag(let tag):
                rendering.tags.append((tag, rendering.bytes.count))
                tag.write(location, meta, to: &rendering.bytes)
            }
        }
        return rendering
    }

    /// Parses a rendered template; throws a `TrackingEngineError` that names the tag at or before a syntax error.
    static func outline(of rendering: Rendering, _ subject: Subject) throws(TrackingEngineError) -> JSONOutline {
        do {
            return try JSONOutline(rendering.bytes)
        } catch {
            let tag = rendering.tags.last { $0.start <= error.offset }
            let place = tag.map { "near the tag `\($0.tag.rawValue)`" } ?? "at character \(error.offset + 1)"
            let found = String(decoding: rendering.bytes[error.offset...].prefix(20), as: UTF8.self)
            throw Self.error(
                subject,
                "does not result in JSON, \(place): \(found.isEmpty ? "it ends too early" : "`\(found)`")"
            )
        }
    }
}

extension JSONOutline {
    /// Appends an object as the last element of a list; `bytes` is the text from which the outline was parsed.
    func appending(_ extras: [String: ConfigValue], to bytes: [UInt8]) -> [UInt8] {
        var json = JSONBytes()
        json.value(.object(extras))
        let elements = bytes[range].dropLast()
        let isEmpty = elements.dropFirst().allSatisfy { $0 <= 0x20 }
        return Array(elements) + (isEmpty ? [] : [UInt8(ascii: ",")]) + json.bytes + [UInt8(ascii: "]")]
    }

    /// Merges members into an object, where `extras` override members of the same name; `bytes` is the text from which
    /// the outline was parsed.
    func merging(_ bytes: [UInt8], beneath extras: [String: ConfigValue]) -> [UInt8] {
        var json = JSONBytes()
        json.openObject()
        for member in members where extras[key(of: member, in: bytes)] == nil {
            json.verbatim(bytes[member.all])
        }
        json.members(extras)
        json.closeObject()
        return json.bytes
    }

    /// The unescaped name of a member.
    func key(of member: Member, in bytes: [UInt8]) -> String {
        let inner = bytes[member.key].dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        let written = String(decoding: bytes[member.key], as: UTF8.self)
        guard case .text(let key)? = try? ConfigValue(document: written) else { return written }
        return key
    }
}
