internal import Foundation
public import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// Radar's SDK on one phone: tracking in the background by a set of options, with uploads to a server that answers what to
/// watch and how to track.
///
/// The app makes it once for each start of its process and calls `resume()` at once; there is no shared one.
///
/// ```swift
/// let radar = RadarClient(phone: phone, setup: setup, transport: transport)
/// radar.resume()
/// try radar.startTracking(trackingOptions: .presetResponsive)
/// ```
///
/// Every rule is `RadarTracking`'s; here the phone is asked for what it wants, and it is told what the phone and the server
/// say. What has to survive the process is in the phone's own storage. It is the one that hears the phone's signals
/// (`PhoneOS.setSignalHandler(_:)`): an app has this or `Facilities`.
///
/// Source: Radar, "Tracking Options Reference"; Radar SDKs for iOS and Android, Radar.
public final class RadarClient: Sendable {
    let phone: any PhoneOS
    let setup: RadarSetup
    let transport: any UploadTransport
    let hub = EventHub<RadarNews>()
    let state: Mutex<RadarState>
    /// One thing after the other: what the phone and the transport tell on their threads, and what the app asks for.
    ///
    /// Recursive, for a phone and a transport may answer while they are asked, and a listener may ask for something.
    let lane = NSRecursiveLock()

    /// Makes it, without asking the phone for anything: `resume()` does.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - setup: the server and the app.
    ///   - transport: how requests reach the server.
    public init(phone: any PhoneOS, setup: RadarSetup, transport: any UploadTransport) {
        self.phone = phone
        self.setup = setup
        self.transport = transport
        self.state = Mutex(RadarState(StoredRadar.read(from: phone, setup: setup)))
    }

    /// Answers those who wait, and ends the sequences of news: nobody is there to tell anything more.
    deinit {
        answerAll()
        hub.finish()
    }

    /// The version that the server is told (`sdkVersion`).
    public static let version = "1.0.0"
}
