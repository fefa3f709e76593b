import TrackingModel
import WireJSON
import VisitModel

extension WireTemplate {
    /// What tags have become, with the place of each.
    struct Rendering {
        var bytes: [UInt8] = []
        var tags: [(tag: WireTag, start: Int)] = []
    }

    /// Writes a location.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - extras: added to an object, where they win over members of the same name, or put behind the last element of a
    ///     list as one more element.
    ///   - meta: the phone's further clocks.
    /// - Returns: the record.
    /// - Throws: `TrackingEngineError` with code `options` where it is no JSON.
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

    /// Puts what tags stand for in their places.
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

    /// Reads what came out.
    ///
    /// - Throws: `TrackingEngineError` that names the tag at or before the place from which on it is no JSON.
    static func outline(of rendering: Rendering, _ subject: Subject) throws(TrackingEngineError) -> JSONOutline {
        do {
            return try JSONOutline(rendering.bytes)
        } catch {
            let tag = rendering.tags.last { $0.start <= error.offset }
            let place = tag.map { "near the tag `\($0.tag.rawValue)`" } ?? "at character \(error.offset + 1)"
            let found = String(decoding: rendering.bytes[error.offset...].prefix(20), as: UTF8.self)
            throw Self.error(subject, "makes no JSON, \(place): \(found.isEmpty ? "it ends too early" : "`\(found)`")")
        }
    }
}

extension JSONOutline {
    /// Adds an object as the last element of a list.
    ///
    /// - Parameters:
    ///   - extras: the object.
    ///   - bytes: what the outline was read from.
    /// - Returns: the longer list.
    func appending(_ extras: [String: ConfigValue], to bytes: [UInt8]) -> [UInt8] {
        var json = JSONBytes()
        json.value(.object(extras))
        let elements = bytes[range].dropLast()
        let isEmpty = elements.dropFirst().allSatisfy { $0 <= 0x20 }
        return Array(elements) + (isEmpty ? [] : [UInt8(ascii: ",")]) + json.bytes + [UInt8(ascii: "]")]
    }

    /// Adds members to an object, in place of members of the same name.
    ///
    /// - Parameters:
    ///   - bytes: what the outline was read from.
    ///   - extras: the members that win.
    /// - Returns: the object with all of them.
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

    /// The name of a member, without its escapes.
    func key(of member: Member, in bytes: [UInt8]) -> String {
        let inner = bytes[member.key].dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        let written = String(decoding: bytes[member.key], as: UTF8.self)
        guard case .text(let key)? = try? ConfigValue(document: written) else { return written }
        return key
    }
}
