internal import ArgumentParser
internal import VisitStore

/// Lists the phones.
struct DevicesList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the phones.")

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        var report = Report(DeviceDisplay.columns, format.format, to: console.output)
        try report.begin()
        for device in try store.devices() { try report.add(device) }
        try report.end(note: report.count == 0 ? "no devices" : nil)
    }
}
