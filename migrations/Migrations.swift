package import SQLiteStorage

extension Migration {
    /// Every step of the service's database in the order of the files' numbers.
    ///
    /// The build replaces the first digit of a name by `_`.
    package static let all: [Migration] = [
        Migration(name: "0001-initial", text: PackageResources._001_initial_sql),
        Migration(name: "0002-cheap-kinds", text: PackageResources._002_cheap_kinds_sql),
        Migration(name: "0003-webhooks", text: PackageResources._003_webhooks_sql),
        Migration(name: "0004-service", text: PackageResources._004_service_sql),
        Migration(name: "0005-intake", text: PackageResources._005_intake_sql),
        Migration(name: "0006-tracking-options", text: PackageResources._006_tracking_options_sql),
        Migration(name: "0007-confidence", text: PackageResources._007_confidence_sql),
        Migration(name: "0008-clock", text: PackageResources._008_clock_sql),
        Migration(name: "0009-space", text: PackageResources._009_space_sql),
        Migration(name: "0010-platform", text: PackageResources._010_platform_sql),
        Migration(name: "0011-collected-changes", text: PackageResources._011_collected_changes_sql),
        Migration(name: "0012-access-record", text: PackageResources._012_access_record_sql),
        Migration(name: "0013-staged-imports", text: PackageResources._013_staged_imports_sql),
        Migration(name: "0014-stays", text: PackageResources._014_stays_sql),
        Migration(name: "0015-corrections", text: PackageResources._015_corrections_sql),
        Migration(name: "0016-added-visits", text: PackageResources._016_added_visits_sql),
        Migration(name: "0017-months", text: PackageResources._017_months_sql),
        Migration(name: "0018-registration-chunks", text: PackageResources._018_registration_chunks_sql),
        Migration(name: "0019-cheap-checks", text: PackageResources._019_cheap_checks_sql),
    ]
}
