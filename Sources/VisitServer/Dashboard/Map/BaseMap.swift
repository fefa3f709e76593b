internal import CBaseMap

/// The base map that comes with the program, for maps without tiles.
enum BaseMap {
    /// The JSON that the script of maps reads (scripts/make-basemap).
    static func file() -> StaticFile {
        let packed = [UInt8](UnsafeBufferPointer(start: footfall_basemap(), count: footfall_basemap_length()))
        var json: [UInt8] = []
        do {
            let unpacked = try Gunzip(limit: 16 << 20)
            unpacked.append(packed)
            _ = try unpacked.unpack(into: &json, upTo: .max)
            try unpacked.finish()
        } catch {
            // It is part of the program, and a test reads it.
            preconditionFailure("the base map can't be read: \(error)")
        }
        return StaticFile(json, packed: packed, type: "application/json")
    }
}
