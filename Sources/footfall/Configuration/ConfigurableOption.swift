internal import ArgumentParser
internal import Foundation
internal import VisitModel

/// An option that can be given by a flag, by a variable of the environment or in the configuration file.
struct ConfigurableOption: Hashable {
    enum Kind: Hashable {
        case value
        /// May be repeated.
        case list
        case flag
        /// `--name` and `--no-name`.
        case invertibleFlag
    }

    /// Whether a value is the path of a file or folder.
    enum PathKind: Hashable {
        case none
        /// Where it ends as a file of YAML does, and otherwise a name.
        case policy
        case always
    }

    /// The command, such as `webhooks deliver`, in words; none where all commands have the option.
    let command: [String]
    /// Without dashes at its beginning.
    let name: String
    let kind: Kind
    let path: PathKind
    /// As text; `nil` where there is none.
    let defaultValue: String?

    /// Where it is in the configuration file, such as `serve.port`.
    var key: String { (command + [name]).joined(separator: ".") }

    /// Its variable in the environment, such as `FOOTFALL_SERVE_PORT`.
    var variable: String {
        (["footfall"] + command + [name]).joined(separator: "_").uppercased().replacing("-", with: "_")
    }

    /// Whether arguments contain it.
    func isGiven(in arguments: some Sequence<String>) -> Bool {
        let names = kind == .invertibleFlag ? [name, "no-\(name)"] : [name]
        return arguments.contains { argument in
            names.contains { argument == "--\($0)" || argument.hasPrefix("--\($0)=") }
        }
    }
}

extension ConfigurableOption {
    /// Of every command; these have had variables from the beginning.
    static let ofAllCommands = ["database", "webhook-key-file"].map {
        ConfigurableOption(command: [], name: $0, kind: .value, path: .always, defaultValue: nil)
    }

    /// The commands whose options can be configured.
    static let commands: [(path: [String], type: any ParsableCommand.Type)] = [
        (["serve"], ServeCommand.self),
        (["replay"], ReplayCommand.self),
        (["facilities", "import"], FacilitiesImport.self),
        (["members", "import"], MembersImport.self),
        (["webhooks", "deliver"], WebhooksDeliver.self),
    ]

    /// Those of a command, in the order of its help, as the argument parser describes them.
    static func all(of path: [String], _ type: any ParsableCommand.Type) -> [ConfigurableOption] {
        let description: Description
        do {
            description = try JSONDecoder().decode(Description.self, from: Data(type._dumpHelp().utf8))
        } catch {
            preconditionFailure("the argument parser's description of \(type) can't be read: \(error)")
        }
        let arguments = (description.command.arguments ?? []).filter { argument in
            argument.kind != "positional" && !others.contains(argument.name)
        }
        let names = Set(arguments.map(\.name))
        return arguments.compactMap { argument in
            let isInverse = argument.name.hasPrefix("no-") && names.contains(String(argument.name.dropFirst(3)))
            guard !isInverse, !argument.name.isEmpty else { return nil }
            let kind: Kind =
                switch argument.kind {
                case "flag": names.contains("no-\(argument.name)") ? .invertibleFlag : .flag
                default: argument.isRepeating ? .list : .value
                }
            return ConfigurableOption(
                command: path,
                name: argument.name,
                kind: kind,
                path: argument.pathKind,
                defaultValue: kind == .invertibleFlag
                    ? String(argument.defaultValue == "--\(argument.name)") : argument.defaultValue
            )
        }
    }

    /// What is configured for all commands, or is meant for one call.
    private static let others: Set = ["database", "key-file", "help", "version", "dry-run", "replace", "report"]

    /// The parts of the parser's description of a command that are used here.
    private struct Description: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }

        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }

            let kind: String
            let names: [Name]?
            let isRepeating: Bool
            let valueName: String?
            let defaultValue: String?

            var pathKind: PathKind {
                switch valueName {
                case "file", "folder": .always
                case "name|file.yaml": .policy
                default: .none
                }
            }

            var name: String { names?.first { $0.kind == "long" }?.name ?? "" }
        }

        let command: Command
    }
}
