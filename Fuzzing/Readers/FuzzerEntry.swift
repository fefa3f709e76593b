import Foundation

/// The reader that this process tries, by the environment's `FOOTFALL_FUZZ_TARGET`.
private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["FOOTFALL_FUZZ_TARGET"] ?? "")

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        FileHandle.standardError.write(Data("FOOTFALL_FUZZ_TARGET is none of: \(known)\n".utf8))
        exit(64)
    }
    target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
