package import VisitModel

/// Reads what phones post: a request of one of seven apps becomes records, in one meaning whatever the app.
///
/// A record that can never be used is refused for itself and its neighbours are kept, because an app that is answered
/// with an error sends the same again for days and nothing else meanwhile. A JSON body that breaks off gives what stood
/// before the break, and its rest is one refused record. Unknown fields are passed over; absent, 0 and -1 mean what they
/// mean for the app.
///
/// Accuracies become the radius that holds the truth with 68 %: what phones give is taken as it is, what a web browser
/// gives is 95 % and made smaller. Whose a record is: what the access token binds, else what the record says, else what
/// surrounds it in the body, else who the request says to be; a member's phone that nothing names has the member's name.
///
/// It has no clock and keeps nothing between requests but the names it met, to share their storage.
package struct PhoneReader: Sendable {
    /// What texts are read with, and the names met so far; `nil` before the first request, and while one is read.
    private var names: TrackIntake?

    /// Makes a reader.
    package init() {}

    /// Reads a request whole.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - app: the app whose format it is in.
    ///   - sender: what the access token binds.
    ///   - receivedAt: when the request came in, by the service's clock.
    /// - Returns: its records; what can't be used; or why it is no request of the app.
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
