public import TrackingEngine

// Core Location's constants, under which the documents name accuracies. With Core Location imported too, the compiler
// chooses by type: `DesiredAccuracy` here, a number there.

/// The accuracy that `BGGeo`'s options and requests take; not `PhoneOS.DesiredAccuracy`, which is the phone's.
public typealias DesiredAccuracy = TrackingEngine.DesiredAccuracy

/// The most accurate, with additional sensors.
public let kCLLocationAccuracyBestForNavigation = TrackingEngine.DesiredAccuracy.navigation
/// Satellites, Wi-Fi and cells.
public let kCLLocationAccuracyBest = TrackingEngine.DesiredAccuracy.high
/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters = TrackingEngine.DesiredAccuracy.medium
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters = TrackingEngine.DesiredAccuracy.low
/// Within a kilometre.
public let kCLLocationAccuracyKilometer = TrackingEngine.DesiredAccuracy.veryLow
/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers = TrackingEngine.DesiredAccuracy.lowest
