package import VisitModel

/// Parses the requests of seven phone apps into uniform records.
///
/// An unusable record is refused by itself and its neighbours are kept, because an app that gets an error response
/// sends the same again for days and nothing else meanwhile. A truncated JSON body gives the records before the break,
/// and its rest is one refused record. Unknown fields are ignored; absent, 0 and -1 mean what they mean for the app.
///
/// Accuracies are normalized to the 68 % radius: values from phones are used unchanged, values from web browsers are
/// 95 % and scaled down. The identity of a record is the one bound to the access token, else the one in the record,
/// else in its enclosing JSON, else in the request. A member's phone without a name of its own gets the member's name.
///
/// The reader has no clock. Between requests it keeps only the identifiers it has seen, to share their storage.
package struct PhoneReader: Sendable {
    /// The parser state and the identifiers seen so far; `nil` before the first request, and during one.
    private var names: TrackIntake?

    package init() {}

    /// Parses a request completely; `receivedAt` is by the service's clock.
    package mutating func read(
        _ request: PhoneRequest,
        as app: PhoneApp,
        from sender: PhoneSender = PhoneSender(),
        receivedAt: Timestamp
    ) -> PhoneReport {
        let known = names.take() ?? PhoneRequestReader.noNames
        var reader = PhoneRequestReader(request, as: app, from: sender, receivedAt: receivedAt, names: known)
        let (report, names) = reader.readToEnd()
        self.names = names
        return report
    }
}
