public import VisitModel

/// The services of a phone's operating system for an app that monitors places.
///
/// The app makes requests through the functions and receives `PhoneSignal`s. All differences between Core Location,
/// Google Play services and their systems are in the signals and errors, so that one app-side program runs on both.
/// Adapters for real phones and the simulated phone implement the same protocol.
///
/// A request (regions, fixes, a permission) takes effect at once or throws; its results arrive later as signals.
public protocol PhoneOS:
    PhoneRegions, PhonePermissions, PhoneLocation, PhonePower, PhoneTimers, PhoneNotices, PhoneStorage
{
    /// The operating system.
    var platform: Platform { get }
    /// The version of the operating system.
    var version: OSVersion { get }
    /// Returns the time of the phone's clock.
    func now() -> Timestamp
    /// The time at which the phone was last booted, by its clock (iOS's `kern.boottime`, Android's `elapsedRealtime`
    /// before now).
    ///
    /// A correction of the clock moves it by some seconds or more; a reboot makes it later by at least the time that
    /// the phone ran.
    var bootTime: Timestamp { get }
    /// The time zone of the phone.
    var timeZone: TimeZoneName { get }
    /// The state of the app.
    var appState: AppState { get }
    /// The app's manifest, which a phone checks before it grants anything.
    var manifest: AppManifest { get }

    /// Sets the handler of all signals from now on; `nil` discards them.
    ///
    /// It receives each signal with the time of its delivery. A new handler replaces the last. An app that was
    /// relaunched must set it again: the system holds its signals back for a moment, as a phone does.
    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?)
}
