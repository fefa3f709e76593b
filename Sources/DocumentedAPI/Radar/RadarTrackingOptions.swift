public import RadarEngine
public import VisitModel

/// Radar's tracking options as an object, which is changed in place.
///
/// ```swift
/// let trackingOptions = RadarTrackingOptions.presetResponsive
/// trackingOptions.beacons = true
/// ```
///
/// Each option of `RadarEngine.RadarTrackingOptions`, the value behind it, is a property of the same name. Radar,
/// "Tracking Options Reference".
@dynamicMemberLookup
public final class RadarTrackingOptions {
    /// The value with all options.
    public var values: RadarEngine.RadarTrackingOptions

    /// The text, the title and the icon of Android's notification.
    public typealias RadarTrackingOptionsForegroundService = RadarForegroundServiceOptions

    /// Creates an object over a value.
    public init(_ values: RadarEngine.RadarTrackingOptions) { self.values = values }

    /// Creates options with the reference's defaults, under which nothing is tracked.
    public convenience init(platform: Platform) { self.init(RadarEngine.RadarTrackingOptions(platform: platform)) }

    /// An option.
    public subscript<Value>(
        dynamicMember option: WritableKeyPath<RadarEngine.RadarTrackingOptions, Value>
    ) -> Value {
        get { values[keyPath: option] }
        set { values[keyPath: option] = newValue }
    }

    /// What follows from the options.
    public subscript<Value>(dynamicMember property: KeyPath<RadarEngine.RadarTrackingOptions, Value>) -> Value {
        values[keyPath: property]
    }
}

// A new object each time, so that a change of one is not a change of the preset.
extension RadarTrackingOptions {
    /// The preset that uses the least power, on iOS.
    public static var presetEfficient: RadarTrackingOptions { RadarTrackingOptions(.presetEfficient) }
    /// The preset for most apps, on iOS.
    public static var presetResponsive: RadarTrackingOptions { RadarTrackingOptions(.presetResponsive) }
    /// The preset with the most updates, on iOS.
    public static var presetContinuous: RadarTrackingOptions { RadarTrackingOptions(.presetContinuous) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The preset that uses the least power, on Android.
    public static var EFFICIENT: RadarTrackingOptions { RadarTrackingOptions(.presetEfficient(on: .android)) }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The preset for most apps, on Android.
    public static var RESPONSIVE: RadarTrackingOptions { RadarTrackingOptions(.presetResponsive(on: .android)) }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The preset with the most updates, on Android.
    public static var CONTINUOUS: RadarTrackingOptions { RadarTrackingOptions(.presetContinuous(on: .android)) }
}

extension RadarReplayMode {
    /// The name of `stops` in the text about iOS.
    public static var replayStops: RadarReplayMode { .stops }
    /// The name of `none` in the text about iOS.
    public static var replayNone: RadarReplayMode { .none }
}
