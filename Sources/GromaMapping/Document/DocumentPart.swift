// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A part of a document (a symbol, a renderer, a layer, a popup definition) that is kept exactly as it was read.
///
/// The JSON object is the only storage; typed properties are views of its members. So a document that is read and
/// written is the same at every depth, setting one property changes that one member, and setting a property to the
/// value it already has changes nothing. Members of a wrong kind read as if they were absent, and stay.
/// Parts are equal when their JSON is, whatever the order of members.
public protocol DocumentPart: Sendable, Hashable {
    /// The part as it stands in its document.
    var json: JSONObject { get set }
    /// Takes a part as it stands in a document. Never fails: what is missing reads as its default.
    init(json: JSONObject)
}

/// A scalar or a small value that stands in one member of a part.
package protocol DocumentValue: Equatable {
    /// Reads a member leniently; nil when the JSON means no such value.
    init?(documentValue: JSONValue)
    /// The JSON to write.
    var documentValue: JSONValue { get }
}

extension DocumentPart {
    /// The value of a member; nil where it is absent, null or of another kind. Setting nil removes the member.
    package subscript<Value: DocumentValue>(key: String) -> Value? {
        get { json[key].flatMap(Value.init(documentValue:)) }
        set { if newValue != self[key] { json[key] = newValue?.documentValue } }
    }

    /// The value of a member, or what its absence means.
    package subscript<Value: DocumentValue>(key: String, default absent: @autoclosure () -> Value) -> Value {
        get { self[key] ?? absent() }
        set { if newValue != self[key] ?? absent() { json[key] = newValue.documentValue } }
    }

    /// One of a list of words. A word outside the list reads as absent.
    package subscript<Word: RawRepresentable<String>>(key: String) -> Word? {
        get { self[key].flatMap { (text: String) in Word(rawValue: text) } }
        set { if newValue?.rawValue != self[key] { json[key] = (newValue?.rawValue).map(JSONValue.string) } }
    }

    /// One of a list of words, or what its absence means.
    package subscript<Word: RawRepresentable<String>>(key: String, default absent: @autoclosure () -> Word) -> Word {
        get { self[key] ?? absent() }
        set { if newValue.rawValue != (self[key] ?? absent()).rawValue { json[key] = .string(newValue.rawValue) } }
    }

    /// A part inside this part. Setting nil removes it.
    package subscript<Part: DocumentPart>(part key: String) -> Part? {
        get { json[key]?.object.map(Part.init(json:)) }
        set { if newValue != self[part: key] { json[key] = (newValue?.json).map(JSONValue.object) } }
    }

    /// A list of parts; empty where it is absent. Elements that are no objects are left out here, and stay in the
    /// document as long as the number of parts does not change.
    package subscript<Part: DocumentPart>(parts key: String) -> [Part] {
        get { json[key]?.array?.compactMap { $0.object.map(Part.init(json:)) } ?? [] }
        set {
            let old: [Part] = self[parts: key]
            guard newValue != old else { return }
            guard newValue.count == old.count, var elements = json[key]?.array, elements.count != old.count else {
                json[key] = .array(newValue.map { .object($0.json) })
                return
            }
            var next = newValue.makeIterator()
            for index in elements.indices where elements[index].object != nil {
                if let part = next.next() { elements[index] = .object(part.json) }
            }
            json[key] = .array(elements)
        }
    }
}

extension JSONObject {
    /// Members whose value is nil are left out.
    init(compacting members: KeyValuePairs<String, JSONValue?>) {
        self.init()
        for (key, value) in members where value != nil { self[key] = value }
    }
}
