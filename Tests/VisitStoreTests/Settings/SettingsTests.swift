import Testing
import VisitModel

@testable import VisitStore

@Suite("Settings")
struct SettingsTests {
    @Test("the default time zone is set, read and removed")
    func timeZone() throws {
        let store = try VisitStore.temporary()
        #expect(try store.settings.defaultTimeZone() == nil)
        try store.settings.setDefaultTimeZone(TimeZoneName("America/Chicago"))
        #expect(try store.settings.defaultTimeZone() == TimeZoneName("America/Chicago"))
        try store.settings.setDefaultTimeZone(.utc)
        #expect(try store.settings.defaultTimeZone() == .utc)
        try store.settings.setDefaultTimeZone(nil)
        #expect(try store.settings.defaultTimeZone() == nil)
    }
}
