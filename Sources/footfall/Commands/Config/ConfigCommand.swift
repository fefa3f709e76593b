internal import ArgumentParser
internal import Tables

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show what the options of the service, replay, imports and delivery are, and where that is set.",
        discussion: """
            An option is taken from the command's arguments, else from the environment, else from the configuration file, \
            else it has its default. The file is the one of --config FILE or of the environment's FOOTFALL_CONFIG, else \
            /etc/footfall/footfall.yaml if there is one:

              database: /var/lib/footfall/footfall.sqlite
              serve:
                host: 0.0.0.0
                port: 443
                tls-cert: /etc/footfall/cert.pem
                tls-key: credential:tls-key
                trusted-proxy: [10.0.0.0/8]
              webhooks:
                deliver:
                  watch: true

            Paths in the file are relative to its folder. The variable of `serve.trusted-proxy` is \
            FOOTFALL_SERVE_TRUSTED_PROXY, with commas between several values. A file named `credential:NAME` is the \
            credential NAME that systemd passes to the unit (LoadCredential=). A flag that is set to true can be set to \
            false by its variable, and not by an argument.
            """,
        subcommands: [ConfigShow.self]
    )
}

struct ConfigShow: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the options that can be configured, their values, and where they are set.",
        discussion: """
            Arguments are not part of it. Variables of the environment that are named like options and are none are \
            reported. Exits with status 78 if the configuration file has an unknown key.
            """
    )

    @Flag(help: "Only list what is set.")
    var set = false

    @OptionGroup var format: FormatOptions

    func run(_ console: Console) async throws {
        let values = try await ConfiguredValues(console)
        let rows = values.options.map { ConfigurationDisplay.Row(option: $0, value: values.value(of: $0)) }
        try format.write(
            rows.filter { !set || $0.value != nil },
            ConfigurationDisplay.columns,
            to: console,
            empty: "nothing is configured"
        )
        for warning in values.warnings(of: console.environment) { console.errors("warning: \(warning)") }
    }
}
