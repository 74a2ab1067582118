// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import Testing

@Suite("A field checks its values")
struct FieldValidationTests {
    private func violation(_ value: AttributeValue, _ field: Field, domain: Domain? = nil) -> FieldViolation? {
        do {
            try field.validate(value, domain: domain)
            return nil
        } catch { return error }
    }

    @Test("null is taken where the field says so")
    func null() {
        #expect(violation(.null, Field(name: "A", type: .integer)) == nil)
        #expect(violation(.null, Field(name: "A", type: .integer, isNullable: false)) == .nullNotAllowed)
    }

    @Test(
        "whole numbers end at the bits of their type",
        arguments: [
            (FieldType.smallInteger, Int64(32_767), Int64(32_768)), (.smallInteger, -32_768, -32_769),
            (.integer, 2_147_483_647, 2_147_483_648), (.integer, -2_147_483_648, -2_147_483_649),
        ])
    func bits(type: FieldType, inside: Int64, outside: Int64) {
        let field = Field(name: "A", type: type)
        #expect(violation(.integer(inside), field) == nil)
        #expect(violation(.integer(outside), field) != nil)
    }

    @Test("a text of another type is refused")
    func types() {
        #expect(violation("12a", Field(name: "A", type: .integer)) == .incorrectValueType(expected: .integer))
        #expect(violation(1.5, Field(name: "A", type: .integer)) == .incorrectValueType(expected: .integer))
        #expect(violation(1.5, Field(name: "A", type: .double)) == nil)
        #expect(violation(.double(1e300), Field(name: "A", type: .single)) == .incorrectValueType(expected: .single))
        #expect(violation(.guid("x"), Field(name: "A", type: .guid)) == .incorrectValueType(expected: .guid))
        #expect(violation(.guid("{74100351-0AAA-4bbb-8ccc-0123456789ab}"), Field(name: "A", type: .guid)) == nil)
        #expect(violation(.dateOnly("2024-02-30"), Field(name: "A", type: .dateOnly)) != nil)
    }

    @Test("length is counted in Unicode scalars")
    func length() {
        let field = Field(name: "A", type: .string, length: 5)
        #expect(violation("abcde", field) == nil)
        #expect(violation("äöüßé", field) == nil)
        #expect(violation("abcdef", field) == .exceedsMaximumLength(maximum: 5, actual: 6))
    }

    @Test("both ends of a range are inside")
    func range() {
        let domain = Domain.range(RangeDomain(name: "R", minimum: 0, maximum: 100))
        let field = Field(name: "A", type: .double, domain: domain)
        #expect(violation(0, field) == nil)
        #expect(violation(100, field) == nil)
        #expect(violation(-0.0001, field) == .lessThanMinimum(0))
        #expect(violation(100.0001, field) == .exceedsMaximum(100))
        #expect(violation(500, field, domain: .inherited) == .exceedsMaximum(100))
        let wider = Domain.range(RangeDomain(name: "W", minimum: 0, maximum: 1_000))
        #expect(violation(500, field, domain: wider) == nil)
    }

    @Test("a code outside of the list is refused, the case of a text counts")
    func codes() {
        let domain = Domain.codedValue(
            CodedValueDomain(
                name: "D", codedValues: [CodedValue(code: "a", name: "A"), CodedValue(code: "b", name: "B")]))
        let field = Field(name: "A", type: .string, domain: domain)
        #expect(violation("a", field) == nil)
        #expect(violation("A", field) == .notInCodedValueDomain(domainName: "D"))
    }
}
