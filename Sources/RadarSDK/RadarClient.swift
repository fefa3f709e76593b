public import MobileSDKCore
internal import RadarEngine
internal import Foundation
public import PhoneOS
internal import Synchronization
internal import VisitModel

/// Radar's SDK on one phone: background tracking by a set of options, with uploads to a server that responds with the
/// regions to monitor and the options to use.
///
/// The app creates one at each start of its process and calls `resume()` at once; there is no shared instance.
///
/// ```swift
/// let radar = RadarClient(phone: phone, setup: setup, transport: transport)
/// radar.resume()
/// try radar.startTracking(trackingOptions: .presetResponsive)
/// ```
///
/// All rules are in `RadarTracking`. This class performs its effects on the phone and passes it the signals of the
/// phone and the responses of the server. State that must survive the process is in the phone's own storage. It sets
/// the phone's signal handler (`PhoneOS.setSignalHandler(_:)`), so an app uses either this or `Facilities`.
///
/// Source: Radar, "Tracking Options Reference"; Radar SDKs for iOS and Android, Radar.
public final class RadarClient: Sendable {
    let phone: any PhoneOS
    let setup: RadarSetup
    let transport: any UploadTransport
    let hub = EventHub<RadarMessage>()
    let state: Mutex<RadarState>
    /// Serializes the signals of the phone, the responses of the transport, both on their threads, and the app's calls.
    ///
    /// Recursive, since a phone and a transport may answer during a request and a listener may make a request.
    let lane = NSRecursiveLock()

    /// Creates a client without requesting anything from the phone; `resume()` does.
    public init(phone: any PhoneOS, setup: RadarSetup, transport: any UploadTransport) {
        self.phone = phone
        self.setup = setup
        self.transport = transport
        self.state = Mutex(RadarState(StoredRadar.read(from: phone, setup: setup)))
    }

    deinit {
        answerAll()
        hub.finish()
    }

    /// The version that is sent to the server (`sdkVersion`).
    public static let version = "1.0.0"
}
