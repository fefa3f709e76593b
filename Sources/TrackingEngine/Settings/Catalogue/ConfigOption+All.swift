extension ConfigOption {
    /// Every option, group by group, in the order of the documents.
    public static let all: [ConfigOption] =
        geolocation + filter + locationAuthorizationAlert + activity + app + notification + permissionRationale + http
        + persistence + logger + authorization

    /// The options by path.
    static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    /// The index of each path in `all`.
    static let order = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.path, $0) })

    /// The objects that contain options: the groups, and the objects within them.
    static let objects = Set(all.flatMap(\.holders))

    /// The groups of a document.
    static let groups = Set(all.compactMap { $0.path.split(separator: ".").first.map(String.init) })

    /// The option with a path, for instance `http.url`; `nil` where there is none.
    public static func named(_ path: String) -> ConfigOption? { byPath[path] }

    /// The enclosing objects of the option, for instance `app` and `app.notification`.
    private var holders: [String] {
        let names = path.split(separator: ".")
        return (1..<names.count).map { names.prefix($0).joined(separator: ".") }
    }
}
