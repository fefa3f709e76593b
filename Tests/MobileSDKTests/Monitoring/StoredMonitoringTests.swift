import Foundation
import PhoneOS
import Testing

@testable import MobileSDK

@Suite("The stored state of monitoring")
struct StoredMonitoringTests {
    @Test("settings that an earlier version stored are read, with the last reported error")
    func earlierVersion() throws {
        let text = #"{"isActive":true,"lacksSlots":true,"trouble":{"code":"location_denied","message":"off"}}"#
        let settings = try JSONDecoder().decode(StoredMonitoring.Settings.self, from: Data(text.utf8))
        #expect(settings.isActive && settings.lacksSlots == true && settings.trigger == nil)
        #expect(settings.settingsError?.error?.code == .locationDenied)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(settings), as: UTF8.self) == text)
    }
}
