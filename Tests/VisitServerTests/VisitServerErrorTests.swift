import Testing
import VisitServer
import VisitModel

@Suite("Failures of the service")
struct VisitServerErrorTests {
    @Test("A failure says what to do and contains its cause")
    func description() {
        struct Underneath: Error, CustomStringConvertible { let description = "no such file" }
        let error = VisitServerError(.certificate, "`a.pem` can't be read", cause: Underneath())
        #expect("\(error)" == "`a.pem` can't be read (no such file)")
        #expect("\(error.code)" == "certificate")
    }
}
