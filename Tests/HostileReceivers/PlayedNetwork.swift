internal import HTTPTransportTestSupport

/// The name server of the tests; each test uses names of its own.
package enum PlayedNetwork {
    /// A public address at which this machine's receivers are found; see `network.h`.
    package static let publicAddress = "45.45.45.45"
    /// A public address without a listener.
    package static let deadAddress = "45.45.46.46"

    /// Says what the look-ups of a name give, one after the other; the last answer stays.
    package static func set(_ name: String, _ answers: [[String]]) {
        footfall_test_set_name(name, answers.map { $0.joined(separator: ",") }.joined(separator: "|"))
    }

    package static func lookups(_ name: String) -> Int { Int(footfall_test_lookups(name)) }
}
