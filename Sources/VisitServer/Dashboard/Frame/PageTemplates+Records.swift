extension PageTemplates {
    /// The templates of members, devices, webhooks, imports, set-up, quarantine and tokens.
    static let recordSources: [(name: String, bytes: [UInt8])] = [
        ("members", PackageResources.members_mustache),
        ("member", PackageResources.member_mustache),
        ("member-erase", PackageResources.member_erase_mustache),
        ("devices", PackageResources.devices_mustache),
        ("device", PackageResources.device_mustache),
        ("device-events", PackageResources.device_events_mustache),
        ("webhooks", PackageResources.webhooks_mustache),
        ("deliveries", PackageResources.deliveries_mustache),
        ("message", PackageResources.message_mustache),
        ("secret", PackageResources.secret_mustache),
        ("import", PackageResources.import_mustache),
        ("import-report", PackageResources.import_report_mustache),
        ("setup", PackageResources.setup_mustache),
        ("quarantine", PackageResources.quarantine_mustache),
        ("quarantined", PackageResources.quarantined_mustache),
        ("tokens", PackageResources.tokens_mustache),
    ]
}
