internal import CServerFiles

/// The texts that are part of the program: the description of the API, and the pages' templates, scripts and styles.
///
/// A new one gets a line in `CServerFiles/files.c`.
enum EmbeddedFiles {
    /// The names of all.
    static var names: [String] { table.map { String(cString: $0.name) } }

    /// The content of a file, which has to exist.
    static func bytes(_ name: String) -> [UInt8] {
        guard let file = table.first(where: { String(cString: $0.name) == name }) else {
            preconditionFailure("there is no file \(name): add it to CServerFiles/files.c")
        }
        return Array(String(cString: file.text).utf8)
    }

    private static var table: UnsafeBufferPointer<footfall_file> {
        UnsafeBufferPointer(start: footfall_files(), count: footfall_file_count())
    }
}
