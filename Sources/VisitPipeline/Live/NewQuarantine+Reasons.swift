internal import Cryptography
internal import GeofenceEngine
internal import Interchange
internal import VisitModel
internal import VisitStore

extension NewQuarantine {
    /// The code of a record sent with a phone's own token while the phone belongs to no member.
    static let unknownDeviceCode = "unknown_device"

    init(_ record: RefusedRecord, of app: PhoneApp, _ receivedAt: Timestamp) {
        self.init(
            record.bytes,
            of: app,
            member: record.member,
            device: record.device,
            (record.code, record.message),
            receivedAt
        )
    }

    /// Makes an entry for a record with an invalid fix; `bytes` are those of the record as received.
    init(
        _ entry: LiveReceipt.UnusableFix,
        _ record: PhoneRecord,
        _ bytes: [UInt8],
        of app: PhoneApp,
        _ receivedAt: Timestamp
    ) {
        self.init(
            bytes,
            of: app,
            member: record.member,
            device: entry.device,
            (entry.rejection.rawValue, entry.rejection.sentence),
            receivedAt
        )
    }

    /// Makes an entry for a record of a phone whose reports are refused; `bytes` are those of the record as received.
    init(_ entry: LiveReceipt.RefusedDevice, _ bytes: [UInt8], of app: PhoneApp, _ receivedAt: Timestamp) {
        let reason: (code: String, message: String) =
            if entry.reason == .excess {
                (
                    "too_many_phones",
                    "the phone `\(entry.device)` is new, and its member has as many phones as one may have; erase old "
                        + "ones, or give each phone one lasting id"
                )
            } else if let member = entry.claimedBy {
                (
                    "foreign_device",
                    "the device `\(entry.device)` belongs to another member than `\(member)`; give the phone another id"
                )
            } else {
                (
                    Self.unknownDeviceCode,
                    "the token is bound to the device `\(entry.device)`, which has no member; create the token with "
                        + "--member too, or retry the record with the member"
                )
            }
        self.init(bytes, of: app, member: entry.claimedBy, device: entry.device, reason, receivedAt)
    }

    /// Makes one entry for the refused records of a request beyond the limit.
    init(unkept count: Int, of app: PhoneApp, from sender: PhoneSender, _ receivedAt: Timestamp) {
        self.init(
            Array("{\"refused_and_not_kept\":\(count)}".utf8),
            of: app,
            member: sender.member,
            device: sender.device,
            ("too_many_refused", "\(count) more records of this request can't be used; only the first ones are stored"),
            receivedAt
        )
    }

    /// The first bytes of a long record, without an incomplete character at the end.
    private static func beginning(of record: [UInt8]) -> [UInt8] {
        var end = keptLimit
        while end > keptLimit - 3, record[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(record[..<end])
    }

    private init(
        _ record: [UInt8],
        of app: PhoneApp,
        member: MemberID?,
        device: DeviceID?,
        _ reason: (code: String, message: String),
        _ receivedAt: Timestamp
    ) {
        var digest = StableDigest()
        digest.combine(app.rawValue)
        digest.combine(member?.text ?? "")
        digest.combine(device?.text ?? "")
        let sha256 = record.count > Self.keptLimit ? SHA256.digest(of: record) : nil
        // The digest of a long record stands for it, so that it need not be copied as text.
        digest.combine(sha256.map { "\($0)" } ?? String(decoding: record, as: UTF8.self))
        self.init(
            app: app.rawValue,
            member: member,
            device: device,
            code: reason.code,
            message: reason.message,
            record: sha256 == nil ? record : Self.beginning(of: record),
            length: sha256 == nil ? nil : record.count,
            sha256: sha256,
            digest: Array(StableDigest.text(of: digest.value).utf8),
            receivedAt: receivedAt
        )
    }
}
