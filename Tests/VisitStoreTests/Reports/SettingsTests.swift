import Testing
import VisitModel

@testable import VisitStore

@Suite("Settings")
struct SettingsTests {
    @Test("the default time zone is set, read and removed")
    func timeZone() throws {
        let store = try VisitStore.temporary()
        #expect(try store.defaultTimeZone() == nil)
        try store.setDefaultTimeZone(TimeZoneName("America/Chicago"))
        #expect(try store.defaultTimeZone() == TimeZoneName("America/Chicago"))
        try store.setDefaultTimeZone(.utc)
        #expect(try store.defaultTimeZone() == .utc)
        try store.setDefaultTimeZone(nil)
        #expect(try store.defaultTimeZone() == nil)
    }
}
