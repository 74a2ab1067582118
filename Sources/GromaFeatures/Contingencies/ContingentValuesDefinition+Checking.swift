// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension ContingentValuesDefinition {
    /// What a field offers to a row with these attributes. Fields of the group that are null or not given have not been chosen yet
    /// and narrow nothing. Retired combinations are not offered.
    ///
    /// - Parameters:
    ///   - name: the field to choose a value for, in any case.
    ///   - attributes: the row's values; the field's own counts for nothing.
    ///   - subtypeCode: the row's subtype; combinations of other subtypes are left out.
    public func contingentValues(
        forField name: String, attributes: [String: AttributeValue], subtypeCode: AttributeValue? = nil
    ) -> ContingentValuesResult {
        var byGroup: [String: [ContingentValue]] = [:]
        var together: [ContingentValue]?
        for group in fieldGroups where group.contains(fieldNamed: name) {
            var values: [ContingentValue] = []
            for contingency in group.contingencies(of: subtypeCode) where !contingency.isRetired {
                let fits = group.fieldNames.allSatisfy { other in
                    guard other.lowercased() != name.lowercased(), let value = attributes.value(forField: other),
                        !value.isNull
                    else { return true }
                    return contingency.value(ofField: other).allows(value)
                }
                let own = contingency.value(ofField: name)
                if fits, !values.contains(own) { values.append(own) }
            }
            if values.contains(.any) { values = [.any] }
            byGroup[group.name] = values
            together = together.map { $0.flatMap { one in values.compactMap { one.common(with: $0) } } } ?? values
        }
        var seen: Set<ContingentValue> = []
        let all = (together ?? [.any]).filter { seen.insert($0).inserted }
        return ContingentValuesResult(contingentValuesByFieldGroup: byGroup, contingentValues: all)
    }

    /// The groups whose values in a row are no combination allowed. Retired combinations are no violation.
    ///
    /// A null counts as a value here: only `.null` and `.any` allow it. A violation that comes from nulls alone says so by
    /// `isIncomplete`. Groups of which no field is given or holds a value are not looked at.
    public func violations(
        attributes: [String: AttributeValue], subtypeCode: AttributeValue? = nil
    ) -> [ContingencyConstraintViolation] {
        fieldGroups.compactMap { group in
            let values = group.fieldNames.map { attributes.value(forField: $0) ?? .null }
            let contingencies = group.contingencies(of: subtypeCode)
            guard !contingencies.isEmpty, values.contains(where: { !$0.isNull }) else { return nil }
            func isAllowed(treatingNullsAsOpen: Bool) -> Bool {
                contingencies.contains { contingency in
                    zip(group.fieldNames, values).allSatisfy { name, value in
                        (treatingNullsAsOpen && value.isNull) || contingency.value(ofField: name).allows(value)
                    }
                }
            }
            guard !isAllowed(treatingNullsAsOpen: false) else { return nil }
            return ContingencyConstraintViolation(
                kind: group.isRestrictive ? .error : .warning, fieldGroupName: group.name,
                fieldNames: group.fieldNames, isIncomplete: isAllowed(treatingNullsAsOpen: true))
        }
    }
}

extension FieldGroup {
    /// The combinations that hold for a subtype: its own and those of every one; all of them where no subtype is given.
    fileprivate func contingencies(of subtypeCode: AttributeValue?) -> [Contingency] {
        contingencies.filter { contingency in
            guard let own = contingency.subtypeCode, let subtypeCode, !subtypeCode.isNull else { return true }
            return own.isSameCode(as: subtypeCode)
        }
    }
}

extension ContingentValue {
    /// What two groups allow both; nil when that is nothing.
    fileprivate func common(with other: ContingentValue) -> ContingentValue? {
        switch (self, other) {
        case (.any, _): return other
        case (_, .any): return self
        case (.null, .null): return .null
        case (.coded(let code), _): return other.allows(code) ? self : nil
        case (_, .coded(let code)): return allows(code) ? other : nil
        case (.range(let low, let high), .range(let otherLow, let otherHigh)):
            guard let a = low.number, let b = high.number, let c = otherLow.number, let d = otherHigh.number,
                max(a, c) <= min(b, d)
            else { return nil }
            return .range(minimum: a >= c ? low : otherLow, maximum: b <= d ? high : otherHigh)
        default: return nil
        }
    }
}

extension FeatureLayerInfo {
    /// What a field offers to a row with these attributes; nil where the layer has no contingent values.
    public func contingentValues(
        forField name: String, attributes: [String: AttributeValue]
    ) -> ContingentValuesResult? {
        contingentValues?.contingentValues(
            forField: name, attributes: attributes, subtypeCode: subtypeCode(of: attributes))
    }

    /// The field groups whose values in a row are no combination allowed; empty where the layer has no contingent values.
    public func contingencyViolations(of attributes: [String: AttributeValue]) -> [ContingencyConstraintViolation] {
        contingentValues?.violations(attributes: attributes, subtypeCode: subtypeCode(of: attributes)) ?? []
    }

    private func subtypeCode(of attributes: [String: AttributeValue]) -> AttributeValue? {
        subtypeFieldName.flatMap { attributes.value(forField: $0) }
    }
}
