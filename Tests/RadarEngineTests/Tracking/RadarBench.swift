import RadarEngine
import Testing
import RadarEngine
import VisitModel

/// Tracking on a device, driven by seconds and metres, with what it asked for.
struct RadarBench {
    var tracking: RadarTracking
    /// Everything that was asked for so far.
    private(set) var effects: [RadarEffect] = []

    init(_ platform: Platform, profile: RadarProfile = .documented, availability: RadarAvailability = .init()) {
        tracking = RadarTracking(
            platform: platform,
            installation: "i1",
            profile: profile,
            availability: availability
        )
    }

    /// Carries out an input and keeps what it asks for.
    @discardableResult
    mutating func run(_ input: (inout RadarTracking) throws -> [RadarEffect]) throws -> [RadarEffect] {
        let new = try input(&tracking)
        effects += new
        return new
    }

    @discardableResult
    mutating func start(_ options: RadarTrackingOptions, at seconds: Double = 0) throws -> [RadarEffect] {
        try run { try $0.start(options, at: RadarGround.time(seconds)) }
    }

    @discardableResult
    mutating func fix(
        at seconds: Double,
        north: Double = 0,
        accuracy: Double? = 10,
        from source: RadarLocationSource = .backgroundLocation
    ) throws -> [RadarEffect] {
        let location = try RadarGround.location(at: seconds, north: north, accuracy: accuracy)
        return try run { $0.receive(location, from: source, at: RadarGround.time(seconds)) }
    }

    /// Answers the uploads of some effects.
    @discardableResult
    mutating func answer(
        _ asked: [RadarEffect],
        _ answer: RadarServerResponse = RadarServerResponse(status: .success),
        at seconds: Double
    ) throws -> [RadarEffect] {
        var new: [RadarEffect] = []
        for upload in asked.uploads {
            new += try run { $0.uploaded(upload.id, answer: answer, at: RadarGround.time(seconds)) }
        }
        return new
    }
}

extension [RadarEffect] {
    var uploads: [RadarUpload] {
        compactMap { effect in
            if case .upload(let upload) = effect { upload } else { nil }
        }
    }

    var notices: [RadarNotice] {
        compactMap { effect in
            if case .emit(let notice) = effect { notice } else { nil }
        }
    }

    var addedRegions: [String] {
        flatMap { effect in
            if case .addRegions(let regions) = effect { regions.map(\.id) } else { [String]() }
        }
    }

    var removedRegions: [String] {
        flatMap { effect in
            if case .removeRegions(let ids) = effect { ids } else { [String]() }
        }
    }
}
