import GeofenceEngine
import Testing
import VisitModel

@Suite("The names of stays")
struct StayIDTests {
    @Test("a stay's name is the digest of device, facility and entry")
    func stayID() throws {
        let id = StayID(device: try DeviceID("phone-1"), facility: try FacilityID("gym"), enteredAt: Ground.noon)
        #expect(id.rawValue == 0x0C76_4914_097F_8B37)
        #expect(id.visitID.text == "v0rxj92g4qz2sq")
    }
}
