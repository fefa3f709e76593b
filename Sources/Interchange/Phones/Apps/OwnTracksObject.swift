internal import VisitModel

/// The properties of an OwnTracks object apart from its fix (OwnTracks booklet, "JSON").
struct OwnTracksObject {
    var type: String?
    /// The cause of a location: `c` for a region, among others.
    var trigger: String?
    var topic: String?
    /// The time at which the app made the object, which is later than that of a repeated fix.
    var createdAt: Timestamp?
    /// `enter` or `leave`.
    var event: String?
    var regionID: String?
    var text: String?
    /// Whether it contains a key that Android phones always write.
    var isOfAndroid = false

    init() {}

    /// The bytes are one well-formed JSON value.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = JSONCursor(bytes)
        cursor.forEachKey { key, value in
            if key.equals(lowercase: "_type") {
                type = value.text
            } else if key.equals(lowercase: "t") {
                trigger = value.text
            } else if key.equals(lowercase: "topic") {
                topic = value.text
            } else if key.equals(lowercase: "event") {
                event = value.text
            } else if key.equals(lowercase: "rid") {
                regionID = value.name
            } else if key.equals(lowercase: "desc") {
                text = value.text
            } else if key.equals(lowercase: "_id") {
                isOfAndroid = true
            } else if key.equals(lowercase: "created_at") {
                isOfAndroid = true
                createdAt = value.text.flatMap { try? Self.times.parse($0) }
            }
        }
    }

    private static let times = TimestampParser(missingZone: .assumed(.utc))

    /// The OS transition report of a region; `nil` for anything but a transition of a named one.
    ///
    /// The region's identifier is used. Android sends none: there the name of the waypoint is used, which contains the
    /// facility's identifier if the service created the waypoint.
    var claim: PhoneTransition? {
        guard type == "transition", let action = event.flatMap(FenceAction.init(reported:)) else { return nil }
        let name = regionID ?? text.map { OwnTracksWaypoint.facility(in: $0) ?? $0 }
        guard let name, !name.isEmpty, name.utf8.count <= 400 else { return nil }
        return PhoneTransition(fence: name, action: action)
    }

    /// The user and the phone in the topic `owntracks/<user>/<device>`, with or without the suffix of an object type.
    ///
    /// A topic of two parts names only a phone (Overland, set to OwnTracks' format).
    var topicNames: (user: String?, device: String)? {
        guard var parts = topic?.split(separator: "/", omittingEmptySubsequences: true), parts.count >= 2 else {
            return nil
        }
        if parts.count > 3, let last = parts.last, Self.topicSuffixes.contains(String(last)) { parts.removeLast() }
        return (parts.count > 2 ? String(parts[parts.count - 2]) : nil, String(parts[parts.count - 1]))
    }

    private static let topicSuffixes: Set<String> = [
        "event", "waypoint", "waypoints", "info", "cmd", "status", "step", "beacon", "dump",
    ]
}

extension OwnTracksObject {
    /// Why a location or transition can't be used, or that it is none.
    enum Kind {
        case fix
        case ignored(IgnoredRecord)
        case refused(RecordProblem)
    }

    var kind: Kind {
        switch type {
        case "location", "transition": return .fix
        case "encrypted":
            let message =
                "the phone encrypts what it sends, which can't be read; clear the encryption key in OwnTracks under "
                + "Preferences, Connection (iOS: Settings, Secret Key)"
            return .refused(RecordProblem(code: "encrypted_payload", field: nil, message: message))
        case nil:
            let message = "there is no `_type`, expected for instance \"location\""
            return .refused(RecordProblem(code: "missing_type", field: nil, message: message))
        case let type?: return .ignored(IgnoredRecord(rawValue: type) ?? .other)
        }
    }

    /// Restores what the object says in its own way in the draft of its fix: coordinates of 0 that Android omits, its
    /// time, and that the fix is a repeated one.
    ///
    /// `receivedAt` is by the service's clock; `nil` where unknown, as in files. Returns whether a position of exactly
    /// 0/0 is meant.
    func complete(_ draft: inout FixDraft, receivedAt: Timestamp?) -> Bool {
        let allowsZero = isOfAndroid && draft.consumeOmittedZeros()
        guard let time = draft.time else { return allowsZero }
        let corrected = corrected(time, receivedAt: receivedAt)
        draft.time = corrected
        // At rest the app sends its last fix once more, with a new `created_at` (a ping, `t` of `p`).
        if type == "location", let createdAt, createdAt > corrected,
            trigger == "p" || createdAt.milliseconds - corrected.milliseconds > PhoneClock.tolerance
        {
            (draft.event, draft.recordedAt) = (.heartbeat, createdAt)
        }
        return allowsZero
    }

    /// The time of a fix, corrected where it is in one of two ways wrong that the object or its receipt shows.
    ///
    /// A receiver with an outdated firmware dates its fixes 1024 weeks early (IS-GPS-200, 20.3.3.3.1.1), while
    /// `created_at` is right. Overland, set to OwnTracks' format, counts `tst` from 2001-01-01.
    private func corrected(_ time: Timestamp, receivedAt: Timestamp?) -> Timestamp {
        let unrolled = Timestamp(milliseconds: time.milliseconds + Self.rolloverMilliseconds)
        if let createdAt, abs(createdAt.milliseconds - unrolled.milliseconds) < Self.rolloverTolerance {
            return unrolled
        }
        guard let receivedAt, receivedAt.milliseconds - time.milliseconds > Self.oldestMilliseconds else { return time }
        let since2001 = Timestamp(milliseconds: time.milliseconds + Self.millisecondsUntil2001)
        return since2001.milliseconds - receivedAt.milliseconds < Self.rolloverTolerance ? since2001 : time
    }

    /// 1024 weeks.
    private static let rolloverMilliseconds: Int64 = 1024 * 7 * 86_400_000
    /// Two days.
    private static let rolloverTolerance: Int64 = 2 * 86_400_000
    /// 2001-01-01T00:00:00Z.
    private static let millisecondsUntil2001: Int64 = 978_307_200_000
    /// The age from which a time can't be that of a phone's fix: 25 years.
    private static let oldestMilliseconds: Int64 = 25 * 365 * 86_400_000
}

extension FixDraft {
    /// Restores the coordinates that an Android phone omits because they are exactly 0.
    ///
    /// Its serializer omits values equal to their default (OwnTracks for Android, `MessageLocation`, read in the
    /// reference of the HTTP mode), so that a phone on the equator sends no latitude. Returns whether both were
    /// omitted, so that the phone means 0/0.
    fileprivate mutating func consumeOmittedZeros() -> Bool {
        guard fault == nil else { return false }
        let isBoth = latitude.isNaN && longitude.isNaN
        if latitude.isNaN { latitude = 0 }
        if longitude.isNaN { longitude = 0 }
        return isBoth
    }

    /// Sets the identity that an OwnTracks object gives: that of its request, else of its topic.
    ///
    /// Its `tid` is two letters for a map and identifies nobody: it is not unique, and today's Android app sends `na`
    /// for everyone.
    mutating func setIdentity(user: String?, device: String?, _ object: OwnTracksObject) {
        let topic = object.topicNames
        do throws(ValidationError) {
            let origin = try TrackOrigin(user: user ?? topic?.user, device: device ?? topic?.device)
            (member, memberDevice, self.device) = (origin.member, origin.memberDevice, origin.device)
        } catch {
            fault = .identifier(.device, error)
        }
    }
}

/// The encoding of a facility in an OwnTracks waypoint, so that it can be decoded from a transition.
enum OwnTracksWaypoint {
    /// Returns the waypoint's name: `<name> [<facility>]`.
    ///
    /// iOS splits the name at colons and interprets what follows as a beacon (OwnTracks for iOS, `Settings.m`,
    /// `setWaypoints`), so the name contains none: in the facility's identifier colons, brackets and percent signs are
    /// percent-encoded.
    static func text(facility: FacilityID, name: String) -> String {
        let shown = name.replacing(":", with: " -")
        return (shown.isEmpty ? "" : shown + " ") + "[" + encoded(facility.text) + "]"
    }

    /// Decodes the facility's identifier from a waypoint's name; `nil` where the name does not end with one.
    static func facility(in text: String) -> String? {
        guard text.hasSuffix("]"), let start = text.lastIndex(of: "[") else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        guard !inside.isEmpty else { return nil }
        return String(decoding: FormFields.decoded(Array(inside.utf8)[...], plusIsSpace: false), as: UTF8.self)
    }

    /// Returns the waypoint's time, which identifies it on Android: seconds since 1970, constant for a facility.
    ///
    /// Below 2^31, which every version reads. Two of a phone's hundred facilities collide with a probability of two in
    /// a million.
    static func time(of facility: FacilityID) -> Int {
        var digest = StableDigest()
        digest.combine(facility.text)
        return Int(digest.value % 0x7FFF_FFFF) + 1
    }

    private static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x3A: result.append(contentsOf: "%3A".utf8)
            case 0x25: result.append(contentsOf: "%25".utf8)
            case 0x5B: result.append(contentsOf: "%5B".utf8)
            case 0x5D: result.append(contentsOf: "%5D".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
