internal import Mustache

/// The templates of the pages, which lie in `Templates` and are part of the program.
///
/// A template sees two things: `frame`, what every page has (`PageFrame`), and `page`, its own content, a struct whose
/// stored properties it names. `nil` and an empty list leave a section out; an empty text does not, so a text that may be
/// missing is an optional. Within a list a name begins with a dot (`{{.name}}`), or a missing one would be looked for
/// farther out.
struct PageTemplates: Sendable {
    /// The name of each template, and what it is.
    static let sources: [(name: String, bytes: [UInt8])] = [
        ("layout", PackageResources.layout_mustache),
        ("form-token", PackageResources.form_token_mustache),
        ("problem", PackageResources.problem_mustache),
        ("sign-in", PackageResources.sign_in_mustache),
        ("overview", PackageResources.overview_mustache),
        ("map", PackageResources.map_mustache),
        ("facilities", PackageResources.facilities_mustache),
        ("facility", PackageResources.facility_mustache),
    ]

    /// The templates, parsed once a process.
    private static let library: MustacheLibrary = {
        MustacheContentTypes.register(PageHTML(), named: PageHTML.name)
        var library = MustacheLibrary()
        for (name, bytes) in sources + recordSources {
            do {
                let text = "{{% CONTENT_TYPE: \(PageHTML.name) }}\n" + String(decoding: bytes, as: UTF8.self)
                try library.register(text, named: name)
            } catch {
                // They are part of the program, and a test reads them all.
                preconditionFailure("the template \(name) can't be read: \(error)")
            }
        }
        return library
    }()

    /// Parses the templates, unless that was done before: a service that begins has its pages ready.
    init() { _ = Self.library }

    /// Writes a page.
    ///
    /// - Parameters:
    ///   - name: the template's.
    ///   - frame: what every page has.
    ///   - content: what this one has.
    /// - Returns: HTML.
    func page(_ name: String, _ frame: PageFrame, _ content: Any) -> String {
        guard let text = Self.library.render(["frame": frame, "page": content] as [String: Any], withTemplate: name)
        else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }
}
