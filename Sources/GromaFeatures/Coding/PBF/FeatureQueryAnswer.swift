// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaGeometry

/// What a layer's query answers, by what was asked.
public enum FeatureQueryAnswer: Sendable {
    case features(FeatureSet)
    /// `returnCountOnly`.
    case count(Int)
    /// `returnIdsOnly`.
    case objectIDs([Int64], fieldName: String)
    /// `returnExtentOnly`; the count where it was asked for too.
    case extent(Envelope, count: Int?)
}

extension FeatureQueryAnswer {
    /// Reads an Esri protocol buffer answer (`f=pbf`; message FeatureCollectionPBuffer of Esri's public schema).
    ///
    /// - Throws: `FeatureError`: `.malformed`, and `.unsupported` for shape buffers and true curves. Rows of a multipatch layer
    ///   come without shapes.
    public init(esriPBF bytes: [UInt8]) throws(FeatureError) {
        if bytes.first == UInt8(ascii: "{") {
            throw FeatureError(
                .malformed, "The document is JSON, no protocol buffer; a service answers errors that way.")
        }
        do throws(CodecError) {
            self = try ProtobufReader.read(bytes) { root throws(CodecError) in
                var answer: FeatureQueryAnswer?
                while try root.nextField() {
                    guard root.field == 2 else {
                        try root.skip()
                        continue
                    }
                    try root.expect(.bytes)
                    var result = try root.readMessage()
                    answer = try FeatureQueryAnswer.read(&result) ?? answer
                }
                guard let answer else { throw root.error(.malformed, "The message holds no query result") }
                return answer
            }
        } catch {
            throw FeatureError(reading: "Esri protocol buffer", error)
        }
    }

    private static func read(_ result: inout ProtobufReader) throws(CodecError) -> FeatureQueryAnswer? {
        var answer: FeatureQueryAnswer?
        while try result.nextField() {
            guard (1...4).contains(result.field) else {
                try result.skip()
                continue
            }
            try result.expect(.bytes)
            let kind = result.field
            var message = try result.readMessage()
            switch kind {
            case 1: answer = .features(try PBFFeatureReader.read(message))
            case 2: answer = .count(try readCount(&message))
            case 3: answer = try readObjectIDs(&message)
            default: answer = try readExtent(&message)
            }
        }
        return answer
    }

    private static func readCount(_ message: inout ProtobufReader) throws(CodecError) -> Int {
        var count: UInt64 = 0
        while try message.nextField() {
            if message.field == 1, message.wireType == .varint {
                count = try message.readVarint()
            } else {
                try message.skip()
            }
        }
        return Int(clamping: count)
    }

    private static func readObjectIDs(_ message: inout ProtobufReader) throws(CodecError) -> FeatureQueryAnswer {
        var ids: [Int64] = []
        var name = ""
        while try message.nextField() {
            switch message.field {
            case 1: name = try message.readText()
            case 3:
                try message.forEachVarint { number throws(CodecError) in
                    ids.append(Int64(bitPattern: try number.readVarint()))
                }
            default: try message.skip()
            }
        }
        return .objectIDs(ids, fieldName: name)
    }

    private static func readExtent(_ message: inout ProtobufReader) throws(CodecError) -> FeatureQueryAnswer {
        var extent = Envelope.empty()
        var count: Int?
        while try message.nextField() {
            switch (message.field, message.wireType) {
            case (1, .bytes):
                var box = try message.readMessage()
                extent = try readEnvelope(&box)
            case (2, .varint): count = Int(clamping: try message.readVarint())
            default: try message.skip()
            }
        }
        return .extent(extent, count: count)
    }

    private static func readEnvelope(_ message: inout ProtobufReader) throws(CodecError) -> Envelope {
        // A side that proto3 leaves out is 0.
        var sides = [0.0, 0.0, 0.0, 0.0]
        var reference: SpatialReference?
        while try message.nextField() {
            switch (message.field, message.wireType) {
            case (1...4, .fixed64):
                let side = message.field - 1
                sides[side] = try message.readDouble()
            case (5, .bytes):
                var inner = try message.readMessage()
                reference = try PBFFeatureReader.readSpatialReference(&inner)
            default: try message.skip()
            }
        }
        if sides.contains(where: \.isNaN) { return .empty(in: reference) }
        return Envelope(
            xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: reference)
    }

    /// The answer as an Esri protocol buffer (`f=pbf`); features by `FeatureSet.esriPBF`.
    public func esriPBF() -> [UInt8] {
        var writer = ProtobufWriter()
        switch self {
        case .features(let set): return set.esriPBF()
        case .count(let count):
            writer.message(2) { $0.message(2) { $0.write(1, varint: UInt64(count)) } }
        case .objectIDs(let ids, let fieldName):
            writer.message(2) { result in
                result.message(3) { message in
                    message.write(1, fieldName)
                    message.message(3) { packed in for id in ids { packed.varint(UInt64(bitPattern: id)) } }
                }
            }
        case .extent(let box, let count):
            writer.message(2) { result in
                result.message(4) { message in
                    message.message(1) { envelope in
                        for (place, side) in [box.xMin, box.yMin, box.xMax, box.yMax].enumerated() {
                            envelope.write(place + 1, side)
                        }
                        if let reference = box.spatialReference {
                            envelope.message(5) { PBFFeatureWriter.write(reference, to: &$0) }
                        }
                    }
                    if let count { message.write(2, varint: UInt64(count)) }
                }
            }
        }
        return writer.finish()
    }
}

extension ProtobufReader {
    /// Reads a text field; one in another encoding is refused.
    mutating func readText() throws(CodecError) -> String {
        try expect(.bytes)
        return try readString()
    }
    /// Reads a number field of type bool, enum, int or uint.
    mutating func readNumber() throws(CodecError) -> UInt64 {
        try expect(.varint)
        return try readVarint()
    }
    /// Reads an embedded message field.
    mutating func readEmbedded() throws(CodecError) -> ProtobufReader {
        try expect(.bytes)
        return try readMessage()
    }
}
