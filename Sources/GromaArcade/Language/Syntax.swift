// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The tree of an expression, before any name is resolved.
indirect enum Syntax: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case template([String], [Node])
    /// A name in lower case, and as it was written.
    case name(String, written: String)
    case global(String)
    case array([Node])
    case dictionary([(key: String, value: Node)])
    case unary(String, Node)
    case binary(String, Node, Node)
    case assign(String, target: Node, value: Node)
    /// `++x`, `x--` and so on.
    case step(by: Double, target: Node, isPrefix: Bool)
    case member(Node, String, isOptional: Bool)
    case index(Node, Node)
    case call(Node, [Node])

    /// A part of the tree, where it stands, and how many levels are below it.
    struct Node: Sendable {
        var syntax: Syntax
        var place: SourcePlace
        var depth: Int
    }
}

/// A statement, before any name is resolved.
indirect enum Statement: Sendable {
    /// A variable with its first value, if it has one.
    struct Declaration: Sendable {
        var name: String
        var place: SourcePlace
        var value: Syntax.Node?
    }
    /// What a loop walks over.
    enum Walk: Sendable { case keys, values }

    case expression(Syntax.Node)
    case variables([Declaration])
    /// An `if` with the `else if` that follow it, in a row: however many there are, they do not nest.
    case condition([Branch], otherwise: Block?)
    case loop(start: Block, condition: Syntax.Node?, step: Syntax.Node?, body: Block, place: SourcePlace)
    case walk(Walk, name: String, declares: Bool, over: Syntax.Node, body: Block, place: SourcePlace)
    case leave(SourcePlace)
    case next(SourcePlace)
    case giveBack(Syntax.Node?)
    case function(Function)
    case module(name: String, source: String, place: SourcePlace)
    case empty

    /// A condition and what is done where it holds.
    struct Branch: Sendable {
        var test: Syntax.Node
        var body: Block
    }
    /// Statements in their order.
    struct Block: Sendable {
        var statements: [Statement] = []
    }
    /// A function's name, parameters (both in lower case) and body.
    struct Function: Sendable {
        var name: String
        var parameters: [String]
        var body: Block
        var place: SourcePlace
    }
}
