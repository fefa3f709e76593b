public import VisitModel

/// What a phone's operating system offers an app that watches places.
///
/// The app asks through the functions and hears through `PhoneSignal`s. Everything that Core Location, Google Play
/// services and the systems round them do differently is in the signals and errors, so that one app-side program runs on
/// both; an adapter for a real phone and the simulated phone fulfil the same protocol.
///
/// A call that asks for something (regions, fixes, a permission) takes effect at once or throws; what comes of it later
/// comes as signals.
public protocol PhoneOS:
    PhoneRegions, PhonePermissions, PhoneLocation, PhonePower, PhoneTimers, PhoneNotices, PhoneStorage
{
    /// Which operating system it is.
    var platform: Platform { get }
    /// Its version.
    var version: OSVersion { get }
    /// The phone's clock.
    func now() -> Timestamp
    /// When the phone was last switched on, by its clock (iOS's `kern.boottime`, Android's `elapsedRealtime` before now).
    ///
    /// A clock that is set moves it by some seconds or more; a reboot makes it later by at least the time that the phone ran.
    var bootTime: Timestamp { get }
    /// The zone that the phone shows its times in.
    var timeZone: TimeZoneName { get }
    /// Where the app stands.
    var appState: AppState { get }
    /// What the app was built with, which a phone checks before it gives anything.
    var manifest: AppManifest { get }

    /// Hears everything that the system tells the app from now on.
    ///
    /// One handler; a new one takes the place of the last. An app that was relaunched has to set it anew: the system
    /// keeps what it wants to deliver for a moment, as a phone does.
    ///
    /// - Parameter handler: gets each signal with the time of its delivery; `nil` hears nothing.
    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?)
}
