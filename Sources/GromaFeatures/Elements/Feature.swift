// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry
import Synchronization

/// A row of a feature table as an object: what popups show and edits change.
///
/// Values change in memory only; `table.update(feature)` and `table.applyEdits()` make them durable.
public final class Feature: GeoElement, Sendable {
    private struct State {
        var record: FeatureRecord
        var layerInfo: FeatureLayerInfo?
    }
    private let state: Mutex<State>

    /// The table that the feature belongs to; nil for a bare query result.
    public let table: (any FeatureTable)?

    /// Makes a feature; `layerInfo` says which fields hold the ids and how values are shown.
    public init(
        attributes: [String: AttributeValue] = [:], geometry: (any Geometry)? = nil, table: (any FeatureTable)? = nil,
        layerInfo: FeatureLayerInfo? = nil
    ) {
        state = Mutex(
            State(record: FeatureRecord(attributes: attributes, geometry: geometry), layerInfo: layerInfo))
        self.table = table
    }

    /// Makes a feature of a row.
    public convenience init(
        record: FeatureRecord, table: (any FeatureTable)? = nil, layerInfo: FeatureLayerInfo? = nil
    ) {
        self.init(attributes: record.attributes, geometry: record.geometry, table: table, layerInfo: layerInfo)
    }

    /// Values by field name.
    public var attributes: [String: AttributeValue] { state.withLock { $0.record.attributes } }

    /// The shape; nil where there is none.
    public var geometry: (any Geometry)? {
        get { state.withLock { $0.record.geometry } }
        set { state.withLock { $0.record.geometry = newValue } }
    }

    /// Attributes and shape at one moment.
    public var record: FeatureRecord { state.withLock { $0.record } }

    /// What the table says of itself; nil until it is known.
    public var layerInfo: FeatureLayerInfo? { state.withLock { $0.layerInfo } }

    /// The value of a field, found in any case; nil when it is not given.
    public func attributeValue(forKey key: String) -> AttributeValue? {
        state.withLock { $0.record.attributes.value(forField: key) }
    }

    /// Changes a value in memory; the name is found in any case. The table learns of it by `update(_:)`.
    public func setAttributeValue(_ value: AttributeValue, forKey key: String) {
        state.withLock { state in
            let name = state.record.attributes.keys.first { $0.lowercased() == key.lowercased() }
            state.record.attributes[name ?? state.layerInfo?.field(named: key)?.name ?? key] = value
        }
    }

    /// The object id; nil until the table has the feature.
    public var objectID: Int64? {
        state.withLock { state in
            guard let name = state.layerInfo?.objectIDFieldName,
                case .integer(let id)? = state.record.attributes.value(forField: name)
            else { return nil }
            return id
        }
    }

    /// The GlobalID; nil when the table has none, or has not given one yet.
    public var globalID: String? {
        state.withLock { state in
            guard let name = state.layerInfo?.globalIDFieldName else { return nil }
            switch state.record.attributes.value(forField: name) {
            case .guid(let text)?, .string(let text)?: return text
            default: return nil
            }
        }
    }

    /// Tells the feature about its table, when that is known at last.
    package func learn(_ info: FeatureLayerInfo) { state.withLock { $0.layerInfo = info } }
}
