internal import Configuration
internal import Foundation
internal import Interchange
internal import Yams

/// A configuration file, `footfall.yaml`, whose keys are all known.
struct ConfigurationFile {
    /// Read where no other file is named.
    static let standardPath = "/etc/footfall/footfall.yaml"

    let path: String
    private let values: ConfigReader?

    /// Reads a file; throws `CommandFailure` with its name and line where it can't be used.
    init(path: String, options: [ConfigurableOption]) async throws {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.noInput, "the configuration \(path) is missing, or can't be read")
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: String(decoding: data, as: UTF8.self))
        } catch {
            throw CommandFailure(.configuration, "the configuration \(path) is not YAML: \(error)")
        }
        guard let root, root.null == nil else {
            // Comments alone.
            values = nil
            return
        }
        try ConfigurationCheck(path: path, options: options).check(root, at: [])
        do {
            let place = ConfigReader(provider: InMemoryProvider(values: ["filePath": ConfigValue(stringLiteral: path)]))
            values = ConfigReader(provider: try await FileProvider<YAMLSnapshot>(config: place))
        } catch {
            throw CommandFailure(.configuration, "the configuration \(path) can't be used: \(error)")
        }
    }

    /// The values of an option, one of an option that can't be repeated; `nil` where the file has none.
    func values(of option: ConfigurableOption) -> [String]? {
        let key = ConfigKey(option.command + [option.name])
        if option.kind == .list, let list = values?.stringArray(forKey: key) { return list }
        guard let text = values?.string(forKey: key) else { return nil }
        // With commas, as in the environment.
        return option.kind == .list ? text.split(separator: ",").map { String($0).trimmingSpaces } : [text]
    }

    /// A path in the file is relative to its folder, wherever a command is called.
    func absolute(_ text: String) -> String {
        URL(filePath: text, relativeTo: URL(filePath: path).deletingLastPathComponent()).path
    }
}

/// The check of a file's keys, which the library does not make.
private struct ConfigurationCheck {
    let path: String
    let options: [ConfigurableOption]

    func check(_ node: Node, at place: [String]) throws {
        let key = place.joined(separator: ".")
        if let option = options.first(where: { $0.key == key }) { return try check(node, option) }
        guard case .mapping(let mapping) = node else {
            throw failure(node, place.isEmpty ? "has no keys, expected `serve:` and others" : "`\(key)` has no keys")
        }
        for (name, value) in mapping {
            guard let text = name.string else { throw failure(name, "a key is not a text") }
            let place = place + [text]
            guard isKnown(place) else { throw failure(name, unknown(place.joined(separator: "."))) }
            try check(value, at: place)
        }
    }

    private func check(_ node: Node, _ option: ConfigurableOption) throws {
        switch node {
        case .scalar(let scalar) where !scalar.string.isEmpty && node.null == nil: return
        case .sequence(let list) where option.kind == .list && list.allSatisfy({ $0.scalar != nil }): return
        default:
            let kind = option.kind == .list ? "a value or a list of values" : "one value"
            throw failure(node, "`\(option.key)` is not \(kind)")
        }
    }

    private func isKnown(_ place: [String]) -> Bool {
        options.contains { $0.command + [$0.name] == place || $0.command.starts(with: place) }
    }

    private func unknown(_ key: String) -> String {
        if options.contains(where: { $0.key == key }) {
            let parts = key.replacing(".", with: ": {")
            return
                "`\(key)` is not written with dots, expected `\(parts): …\(String(repeating: "}", count: key.count { $0 == "." }))`"
        }
        let nearest = NearestName.find(key, in: options.map(\.key)).map { ", did you mean `\($0)`?" }
        return "there is no option `\(key)`\(nearest ?? "; `footfall config show` lists all")"
    }

    private func failure(_ node: Node, _ text: String) -> CommandFailure {
        CommandFailure(.configuration, "\(path)\(node.mark.map { ":\($0.line)" } ?? ""): \(text)")
    }
}
