/// One step in the life of the database's schema.
public struct Migration: Sendable {
    /// The name of the SQL file without its ending; stored in the database once the step is done, so it never changes.
    public let name: String
    /// The SQL text.
    public let sql: String

    /// Every step of the service's database in the order of the files' numbers.
    ///
    /// The build replaces the first digit of a name by `_`.
    public static let all: [Migration] = [
        Migration(name: "0001-initial", sql: text(PackageResources._001_initial_sql)),
        Migration(name: "0002-cheap-kinds", sql: text(PackageResources._002_cheap_kinds_sql)),
        Migration(name: "0003-webhooks", sql: text(PackageResources._003_webhooks_sql)),
        Migration(name: "0004-service", sql: text(PackageResources._004_service_sql)),
        Migration(name: "0005-intake", sql: text(PackageResources._005_intake_sql)),
        Migration(name: "0006-tracking-options", sql: text(PackageResources._006_tracking_options_sql)),
        Migration(name: "0007-confidence", sql: text(PackageResources._007_confidence_sql)),
        Migration(name: "0008-clock", sql: text(PackageResources._008_clock_sql)),
        Migration(name: "0009-space", sql: text(PackageResources._009_space_sql)),
        Migration(name: "0010-platform", sql: text(PackageResources._010_platform_sql)),
    ]

    /// Every step of the file in which a phone keeps its records; none of them needs SpatiaLite.
    public static let phone: [Migration] = [
        Migration(name: "phone-0001-records", sql: text(PackageResources.phone_0001_records_sql))
    ]

    /// The text of an embedded file.
    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
