internal import Foundation
internal import Interchange

enum SetupApp: String, CaseIterable, Sendable {
    case ownTracks = "owntracks"
    case overland
    case traccar
    case gpsLogger = "gpslogger"
    case transistor, radar
    case own

    var name: String {
        switch self {
        case .ownTracks: "OwnTracks"
        case .overland: "Overland"
        case .traccar: "Traccar Client"
        case .gpsLogger: "GPSLogger"
        case .transistor: "Transistor SDK"
        case .radar: "Radar SDK"
        case .own: "Own format"
        }
    }

    /// In a sentence or two.
    var hint: String {
        switch self {
        case .ownTracks:
            """
            For Android and iOS. Scan the code with the phone's camera, or type the settings in Preferences, \
            Connection.
            """
        case .overland: "For iOS. Scan the code with the phone's camera, or type the values in Settings."
        case .traccar:
            "For Android and iOS. Scan the code in the app's settings, or type the values. Older apps read only the "
                + "address from the code: type the rest."
        case .gpsLogger:
            "For Android. Type the values in Logging details, Log to custom URL. The app can't scan a code."
        case .transistor:
            "For apps built with Transistor's Background Geolocation. The app's developer adds this to the app's code."
        case .radar:
            "For apps built with Radar's SDK. The app's developer sets this service as the SDK's host."
        case .own:
            "For any other HTTP client: one fix, a list, or one per line (NDJSON), optionally compressed with gzip."
        }
    }
}

struct SetupValues: Sendable {
    /// The address of the service for phones, without a slash at its end.
    let base: String
    /// The token, or a placeholder.
    let token: String
    let member: String?
    let device: String?

    struct Setting: Sendable {
        let name: String
        let value: String
    }

    /// In the order of the app's screens.
    func settings(of app: SetupApp) -> [Setting] {
        switch app {
        case .ownTracks:
            [
                Setting(name: "Mode", value: "HTTP"), Setting(name: "URL", value: "\(base)/v1/phones/owntracks"),
                Setting(name: "Username", value: member ?? "phone"), Setting(name: "Password", value: token),
                Setting(name: "Device ID", value: device ?? "phone"),
                Setting(name: "Monitoring", value: "Significant changes"),
                Setting(name: "Remote commands (cmd)", value: "on"),
            ]
        case .overland:
            [
                Setting(name: "Receiver endpoint URL", value: "\(base)/v1/phones/overland"),
                Setting(name: "Access token", value: token), Setting(name: "Device ID", value: device ?? "phone"),
                Setting(name: "Consider HTTP 2XX responses successful", value: "off"),
            ]
        case .traccar:
            [
                Setting(name: "Device identifier", value: device ?? "phone"),
                Setting(name: "Server URL", value: traccarURL),
            ]
        case .gpsLogger:
            [
                Setting(
                    name: "URL",
                    value:
                        "\(base)/v1/phones/gpslogger?lat=%LAT&lon=%LON&time=%TIME&acc=%ACC&s=%SPD&dir=%DIR&batt=%BATT"
                        + "&device=\(DashboardLink.quoted(device ?? "phone"))"
                ),
                Setting(name: "HTTP method", value: "GET"),
                Setting(name: "HTTP headers", value: "Authorization: Bearer \(token)"),
            ]
        case .transistor:
            [
                Setting(name: "url", value: "\(base)/v1/phones/transistor"),
                Setting(name: "authorization.accessToken", value: token),
                Setting(name: "batchSync, autoSync", value: "true"),
            ]
        case .radar:
            [
                Setting(name: "Host", value: base), Setting(name: "Publishable key", value: token),
                Setting(name: "User ID", value: member ?? "member"),
            ]
        case .own:
            [
                Setting(name: "Address", value: "POST \(base)/v1/fixes"),
                Setting(name: "Header", value: "Authorization: Bearer \(token)"),
                Setting(
                    name: "Body",
                    value: #"{"device":"\#(device ?? "phone")","time":"2026-01-31T12:00:00Z","lat":39.9524,"#
                        + #""lon":-75.1636,"accuracy":12}"#
                ),
            ]
        }
    }

    /// The link that an app reads from a QR code; `nil` where it reads none.
    ///
    /// Overland: README, "Setup"; OwnTracks: booklet, "Configuration", `owntracks:config?inline=`; Traccar Client:
    /// `lib/configuration_service.dart`, which uses the address of any scheme other than http unchanged, with its
    /// query.
    func link(for app: SetupApp) -> String? {
        switch app {
        case .overland:
            DashboardLink.query(
                "overland://setup",
                [
                    "url": "\(base)/v1/phones/overland", "token": token, "device_id": device ?? "phone",
                    "unique_id": "yes",
                ]
            )
        case .ownTracks:
            "owntracks:///config?inline="
                + DashboardLink.quoted(Data(JSONDocument.encoded(ownTracks)).base64EncodedString())
        case .traccar:
            DashboardLink.query("org.traccar.client://config", ["url": traccarURL, "id": device ?? "phone"])
        case .gpsLogger, .transistor, .radar, .own: nil
        }
    }

    private var traccarURL: String { "\(base)/v1/phones/traccar?token=\(DashboardLink.quoted(token))" }

    private var ownTracks: OwnTracksConfiguration {
        OwnTracksConfiguration(
            url: "\(base)/v1/phones/owntracks",
            username: member ?? "phone",
            password: token,
            deviceId: device ?? "phone"
        )
    }
}

/// The settings of OwnTracks as a document (booklet, "JSON", `_type=configuration`).
///
/// Mode 3 is HTTP. Monitoring 1 reports significant changes, which spares the battery, and the crossing of geofences at
/// once. Without `cmd` the app does not take the geofences that the service sends.
private struct OwnTracksConfiguration: Encodable {
    let url: String
    let username: String
    let password: String
    let deviceId: String
    let type = "configuration"
    let mode = 3
    let auth = true
    let cmd = true
    let monitoring = 1

    enum CodingKeys: String, CodingKey {
        case url, username, password, deviceId, mode, auth, cmd, monitoring
        case type = "_type"
    }
}
