import Testing

/// The Swift snippets of the five documents: the same calls in the same order, with other values and texts.
///
/// A test is named after the line on which its snippet begins. What follows a snippet in its test gives it an effect: it
/// turns tracking on, moves the phone, or ends the app. One after the other, because all have the same shared instances.
@Suite("The documents' snippets on a simulated phone", .serialized, .timeLimit(.minutes(10)))
struct DocumentSnippets {}
