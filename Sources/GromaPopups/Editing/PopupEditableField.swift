// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaMapping

/// A field that a person may change, as the popup's author set it up.
public struct PopupEditableField: Sendable, Hashable {
    /// The field as the layer has it.
    public var field: Field
    /// The name people see.
    public var label: String
    /// A hint shown beside the control; empty for none.
    public var hint: String
    /// The control that a text is edited with.
    public var textControl: PopupField.StringFieldOption
}

extension Popup {
    /// The fields that a person may change, in the popup's order: those it lists as visible and editable, without those that the
    /// layer or its service keeps for itself. Empty where the layer is not known, takes no updates, or the definition allows no edits.
    public var editableFields: [PopupEditableField] {
        var listed: [PopupField] = []
        for info in definition.listedFields where info.isVisible {
            if !listed.contains(where: { $0.fieldName.lowercased() == info.fieldName.lowercased() }) {
                listed.append(info)
            }
        }
        return listed.compactMap { info in
            guard isEditable(fieldNamed: info.fieldName), let field = layerInfo?.field(named: info.fieldName) else {
                return nil
            }
            return PopupEditableField(
                field: field, label: info.label, hint: info.tooltip, textControl: info.stringFieldOption)
        }
    }

    /// Whether a person may change a field: the definition allows edits and nowhere says no for the field, the layer takes updates, and
    /// neither it nor its service keeps the field for itself. The name is found in any case.
    public func isEditable(fieldNamed name: String) -> Bool {
        guard definition.allowsEdit, let layerInfo, layerInfo.takesUpdates, let field = layerInfo.field(named: name),
            field.isEditable, !layerInfo.keepsForItself(field)
        else { return false }
        let wanted = field.name.lowercased()
        return !(definition.fieldInfos + definition.elementFields).contains {
            $0.fieldName.lowercased() == wanted && !$0.isEditable
        }
    }
}

extension PopupDefinition {
    /// The fields of the elements that list some of their own.
    var elementFields: [PopupField] {
        elements.flatMap { element in if case .fields(let part) = element { part.fields } else { [PopupField]() } }
    }
    /// The fields that the author set up: the definition's own, and where it has none those of its elements.
    var listedFields: [PopupField] { fieldInfos.isEmpty ? elementFields : fieldInfos }
}

extension FeatureLayerInfo {
    /// True where rows may be changed.
    var takesUpdates: Bool { !capabilities.isDisjoint(with: ["Update", "Editing"]) }

    /// Ids, and what the service writes down of edits, are not for people to change.
    func keepsForItself(_ field: Field) -> Bool {
        if [.oid, .globalID, .geometry].contains(field.type) { return true }
        let tracked = [
            editFieldsInfo?.creationDateField, editFieldsInfo?.creatorField, editFieldsInfo?.editDateField,
            editFieldsInfo?.editorField,
        ].compactMap { $0?.lowercased() }
        return tracked.contains(field.name.lowercased())
    }
}
