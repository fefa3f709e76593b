internal import ArgumentParser

/// Groups the commands about phones.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the phones, and record a restart or an app update.",
        subcommands: [DevicesList.self, DevicesReboot.self, DevicesAppUpdate.self],
        defaultSubcommand: DevicesList.self
    )
}
