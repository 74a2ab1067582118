// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The place that an expression is written for: which globals it may read, and which functions it may call.
public struct ArcadeProfile: Sendable, Hashable {
    /// The profile's name, as the command line and error messages write it.
    public let name: String
    /// The globals it has, without the dollar sign, in lower case.
    public let globals: [String]
    let bundles: Set<BuiltIn.Bundle>

    private init(_ name: String, _ globals: [String], _ bundles: Set<BuiltIn.Bundle>) {
        self.name = name
        self.globals = globals
        self.bundles = bundles
    }

    /// Globals that are tables, or hold some.
    static let tableGlobals: Set<String> = [
        "layer", "map", "datastore", "featureset", "aggregatedfeatures", "datapoint",
    ]

    /// Texts, numbers and dates shown in a popup (`expressionInfos`).
    public static let popup = ArcadeProfile(
        "popup", ["feature", "layer", "map", "datastore", "aggregatedfeatures", "featureset"],
        [.core, .geometry, .dataAccess, .portalAccess])
    /// A part of a popup: a dictionary that says what it shows.
    public static let popupElement = ArcadeProfile("popup-element", popup.globals, popup.bundles)
    /// Values of renderers and visual variables.
    public static let visualization = ArcadeProfile("visualization", ["feature", "view"], [.core, .geometry])
    /// Texts of labels.
    public static let labeling = ArcadeProfile("labeling", ["feature", "view"], [.core, .geometry])
    /// Values written into a field of every row.
    public static let fieldCalculation = ArcadeProfile(
        "field-calculation", ["feature", "datastore", "layer", "map", "featureset"], [.core, .geometry, .dataAccess])
    /// Values of a form's fields.
    public static let formCalculation = ArcadeProfile(
        "form-calculation", ["feature", "originalfeature", "layer", "map", "datastore", "editcontext"],
        [.core, .geometry, .dataAccess, .portalAccess])
    /// Whether a form's part is visible, required or editable.
    public static let formConstraint = ArcadeProfile(
        "form-constraint", formCalculation.globals, formCalculation.bundles)
    /// What a database writes by itself.
    public static let attributeRuleCalculation = ArcadeProfile(
        "attribute-rule-calculation", ["feature", "originalfeature", "datastore", "editcontext", "featureset"],
        [.core, .geometry, .dataAccess, .database])
    /// What a database refuses.
    public static let attributeRuleConstraint = ArcadeProfile(
        "attribute-rule-constraint", attributeRuleCalculation.globals, attributeRuleCalculation.bundles)
    /// Names made of values.
    public static let alias = ArcadeProfile("alias", ["feature", "value"], [.core])
    /// Symbols of a dictionary.
    public static let dictionaryRenderer = ArcadeProfile("dictionary-renderer", ["feature", "config"], [.core])
    /// Fields of clusters and bins, worked out of the features in them.
    public static let aggregateField = ArcadeProfile(
        "aggregate-field", ["aggregatedfeatures", "feature"], [.core, .geometry, .dataAccess])
    /// Heights of shapes.
    public static let featureZ = ArcadeProfile("feature-z", ["feature"], [.core, .geometry])
    /// Rows of a dashboard's element.
    public static let dashboardData = ArcadeProfile(
        "dashboard-data", ["datapoint", "reference"], [.core, .geometry, .dataAccess, .portalAccess])

    /// All profiles.
    public static let all = [
        popup, popupElement, visualization, labeling, fieldCalculation, formCalculation, formConstraint,
        attributeRuleCalculation, attributeRuleConstraint, alias, dictionaryRenderer, aggregateField, featureZ,
        dashboardData,
    ]

    /// The profile of that name; nil when there is none.
    public init?(name: String) {
        guard let profile = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = profile
    }
}
