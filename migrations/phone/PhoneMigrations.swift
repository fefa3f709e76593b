package import SQLiteStorage

extension Migration {
    /// Every step of the file in which a phone keeps its records; none of them needs SpatiaLite.
    package static let phone: [Migration] = [
        Migration(name: "phone-0001-records", text: PackageResources.phone_0001_records_sql)
    ]
}
