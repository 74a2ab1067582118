// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The pattern of a LIKE: `%` any run, `_` one character.
struct LikePattern: Sendable, Equatable {
    enum Element: Sendable, Equatable {
        case run
        case one
        case scalar(Unicode.Scalar)
    }
    let elements: [Element]

    /// Reads a pattern; nil when the escape character stands before anything but `%`, `_` or itself.
    init?(_ text: String, escape: Unicode.Scalar?) {
        var elements: [Element] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                guard scalar == "%" || scalar == "_" || scalar == escape else { return nil }
                elements.append(.scalar(scalar))
                isEscaped = false
            } else if scalar == escape {
                isEscaped = true
            } else if scalar == "%" {
                if elements.last != .run { elements.append(.run) }
            } else {
                elements.append(scalar == "_" ? .one : .scalar(scalar))
            }
        }
        if isEscaped { return nil }
        self.elements = elements
    }

    /// True when the whole text fits. Time grows with text times pattern at worst, never faster.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var textPlace = 0, patternPlace = 0
        var lastRun: Int?, retry = 0
        while textPlace < scalars.count {
            if patternPlace < elements.count {
                switch elements[patternPlace] {
                case .run:
                    lastRun = patternPlace
                    retry = textPlace
                    patternPlace += 1
                    continue
                case .one:
                    textPlace += 1
                    patternPlace += 1
                    continue
                case .scalar(let scalar) where scalar == scalars[textPlace]:
                    textPlace += 1
                    patternPlace += 1
                    continue
                case .scalar: break
                }
            }
            guard let run = lastRun else { return false }
            retry += 1
            textPlace = retry
            patternPlace = run + 1
        }
        return elements[patternPlace...].allSatisfy { $0 == .run }
    }

    /// The pattern in the syntax of GLOB, which regards case where SQLite's LIKE does not.
    var globText: String {
        var view = String.UnicodeScalarView()
        for element in elements {
            switch element {
            case .run: view.append("*")
            case .one: view.append("?")
            case .scalar(let scalar) where scalar == "*" || scalar == "?" || scalar == "[":
                view.append(contentsOf: ["[", scalar, "]"])
            case .scalar(let scalar): view.append(scalar)
            }
        }
        return String(view)
    }

    /// The pattern in the syntax of LIKE with a backslash as escape character.
    var likeText: String {
        var view = String.UnicodeScalarView()
        for element in elements {
            switch element {
            case .run: view.append("%")
            case .one: view.append("_")
            case .scalar(let scalar) where scalar == "%" || scalar == "_" || scalar == "\\":
                view.append(contentsOf: ["\\", scalar])
            case .scalar(let scalar): view.append(scalar)
            }
        }
        return String(view)
    }
}
