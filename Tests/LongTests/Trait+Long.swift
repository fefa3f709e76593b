internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// Marks a test that takes over a second, which `scripts/test --quick` leaves out.
    package static var long: Self {
        .disabled(if: ProcessInfo.processInfo.environment["FOOTFALL_QUICK_TESTS"] == "1", "left out of a quick run")
    }
}
