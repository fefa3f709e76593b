internal import ArgumentParser

/// Groups the commands about phones.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the phones, and tell what befell one.",
        subcommands: [DevicesList.self, DevicesReboot.self, DevicesAppUpdate.self],
        defaultSubcommand: DevicesList.self
    )
}
