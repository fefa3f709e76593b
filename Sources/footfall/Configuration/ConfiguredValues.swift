internal import ArgumentParser
internal import Configuration
internal import Foundation
internal import Interchange

/// What the environment and the configuration file say of options.
///
/// A flag goes before the environment, and the environment before the file.
struct ConfiguredValues {
    enum Source: Hashable {
        case environment(variable: String)
        case file(String)

        var text: String {
            switch self {
            case .environment(let variable): variable
            case .file(let path): path
            }
        }
    }

    struct Value: Hashable {
        /// As they are written; one, or several of an option that can be repeated.
        let texts: [String]
        let source: Source
    }

    /// What can be configured, in the order of help.
    let options: [ConfigurableOption]
    private let environment: ConfigReader
    private let file: ConfigurationFile?

    /// Reads the file that the environment names, or the standard one if there is one.
    init(_ console: Console, standardPath: String = ConfigurationFile.standardPath) async throws {
        options =
            ConfigurableOption.ofAllCommands
            + ConfigurableOption.commands.flatMap { ConfigurableOption.all(of: $0.path, $0.type) }
        environment = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: console.environment))
        let path = Self.path(console, standardPath)
        file = if let path { try await ConfigurationFile(path: path, options: options) } else { nil }
    }

    /// The file to read; `nil` where there is none.
    private static func path(_ console: Console, _ standardPath: String) -> String? {
        let named = console.environment[pathVariable] ?? ""
        guard named.isEmpty else { return named }
        return FileManager.default.fileExists(atPath: standardPath) ? standardPath : nil
    }

    /// Names the configuration file.
    static let pathVariable = "FOOTFALL_CONFIG"

    /// What is set for an option; `nil` where its default holds.
    func value(of option: ConfigurableOption) -> Value? {
        let key = ConfigKey(["footfall"] + option.command + [option.name])
        if let text = environment.string(forKey: key), !text.isEmpty {
            let texts = option.kind == .list ? environment.stringArray(forKey: key) ?? [] : [text]
            let source = Source.environment(variable: option.variable)
            return Value(texts: texts.map(\.trimmingSpaces).filter { !$0.isEmpty }, source: source)
        }
        guard let file, let texts = file.values(of: option) else { return nil }
        return Value(texts: texts, source: .file(file.path))
    }

    /// The texts of a value as a command gets them: paths in the file become absolute.
    private func texts(of option: ConfigurableOption, _ value: Value) -> [String] {
        guard case .file = value.source, let file else { return value.texts }
        return value.texts.map { text in
            switch option.path {
            case .none: text
            case .policy: text.hasSuffix(".yaml") || text.hasSuffix(".yml") ? file.absolute(text) : text
            case .always: text.hasPrefix(Credential.prefix) ? text : file.absolute(text)
            }
        }
    }

    /// Warnings of variables that look like those of options and are none.
    func warnings(of environment: [String: String]) -> [String] {
        let known = Set(options.map(\.variable)).union(Self.otherVariables)
        let beginnings = ConfigurableOption.commands.map { command in
            (["footfall"] + command.path).joined(separator: "_").uppercased() + "_"
        }
        return environment.keys.sorted().filter { name in
            !known.contains(name) && beginnings.contains { name.hasPrefix($0) }
        }.map { name in
            let nearest = NearestName.find(name, in: options.map(\.variable)).map { "; did you mean \($0)?" }
            return "\(name) is no option\(nearest ?? "")"
        }
    }

    /// Of the units of the Debian package.
    private static let otherVariables = ["FOOTFALL_SERVE_OPTIONS"]
}

extension ConfiguredValues {
    /// Adds what is configured to a command's arguments and environment.
    ///
    /// `--config FILE` is removed from the arguments, and becomes a variable of the environment. Throws
    /// `CommandFailure` where the file or a value can't be used.
    static func apply(
        to arguments: [String],
        _ console: Console
    ) async throws -> (arguments: [String], added: Int, console: Console) {
        var (arguments, environment) = (arguments, console.environment)
        if let path = try takePath(from: &arguments) { environment[pathVariable] = path }
        var console = console.with(environment)
        let given = arguments.prefix { $0 != "--" }
        // Most calls configure nothing, and should not wait for the descriptions of the commands.
        let names = environment.keys.filter { $0.hasPrefix("FOOTFALL_") && !others.contains($0) }
        let isConfigured = !names.isEmpty || Self.path(console, ConfigurationFile.standardPath) != nil
        guard isConfigured, !needsNothing(given) else { return (arguments, 0, console) }
        let values = try await ConfiguredValues(console)
        for option in ConfigurableOption.ofAllCommands {
            guard let value = values.value(of: option) else { continue }
            environment[option.variable] = values.texts(of: option, value).first
        }
        console = console.with(environment)
        guard let command = ConfigurableOption.commands.first(where: { arguments.starts(with: $0.path) }) else {
            return (arguments, 0, console)
        }
        let added = try values.options.filter { $0.command == command.path && !$0.isGiven(in: given) }.flatMap {
            option in
            try values.value(of: option).map { try values.arguments(for: option, $0, console) } ?? []
        }
        arguments.insert(contentsOf: added, at: command.path.count)
        for warning in values.warnings(of: environment) { console.errors("warning: \(warning)") }
        return (arguments, added.count, console)
    }

    /// Whether a call needs no configuration: it asks for help, or for the configuration itself.
    private static func needsNothing(_ arguments: some Collection<String>) -> Bool {
        guard let first = arguments.first else { return true }
        let words = ["help", ConfigCommand.configuration.commandName]
        let options = ["--help", "-h", "--version", "--experimental-dump-help", "--generate-completion-script"]
        return words.contains(first) || arguments.contains { options.contains($0) }
    }

    /// These are read by themselves.
    private static let others: Set = ["FOOTFALL_DATABASE", "FOOTFALL_WEBHOOK_KEY_FILE"]

    private static func takePath(from arguments: inout [String]) throws -> String? {
        var path: String?
        while let index = arguments.prefix(while: { $0 != "--" }).firstIndex(where: isPath) {
            guard path == nil else { throw CommandFailure(.usage, "--config is given twice") }
            let argument = arguments.remove(at: index)
            let text: String? =
                if argument != "--config" {
                    String(argument.dropFirst("--config=".count))
                } else {
                    index < arguments.count ? arguments.remove(at: index) : nil
                }
            guard let text, !text.isEmpty else { throw CommandFailure(.usage, "--config needs a file") }
            path = text
        }
        return path
    }

    private static func isPath(_ argument: String) -> Bool { argument == "--config" || argument.hasPrefix("--config=") }

    private func arguments(for option: ConfigurableOption, _ value: Value, _ console: Console) throws -> [String] {
        switch option.kind {
        case .value, .list:
            return try texts(of: option, value).map { text in
                let isPath = option.path == .always
                return "--\(option.name)=\(isPath ? try Credential.path(text, console) : text)"
            }
        case .flag: return try Self.isOn(value, option) ? ["--\(option.name)"] : []
        case .invertibleFlag: return [try Self.isOn(value, option) ? "--\(option.name)" : "--no-\(option.name)"]
        }
    }

    private static func isOn(_ value: Value, _ option: ConfigurableOption) throws -> Bool {
        let text = value.texts.first ?? ""
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default:
            throw CommandFailure(
                .configuration,
                "`\(option.key)` is `\(text)` in \(value.source.text), expected true or false"
            )
        }
    }
}
