// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The pages a person sees while signing in. They load nothing, run nothing, and cannot be framed.
enum OAuthPage {
    static func form(app: String, ticket: String, user: String, problem: String?, cancel: String?) -> HTTPResponse {
        let trouble = problem.map { "<p role=\"alert\">\(PortalPage.escape($0))</p>" } ?? ""
        let way = cancel.map { "<a href=\"\(PortalPage.escape($0))\">Cancel</a>" } ?? ""
        return page(
            "Sign in",
            """
            <p>\(PortalPage.escape(app)) wants to work in your name.</p>\(trouble)
            <form method="post" autocomplete="on">
            <input type="hidden" name="oauth_state" value="\(PortalPage.escape(ticket))">
            <label>User name<br><input name="username" autocomplete="username" value="\(PortalPage.escape(user))" required \(user.isEmpty ? "autofocus" : "")></label>
            <label>Password<br><input name="password" type="password" autocomplete="current-password" required \(user.isEmpty ? "" : "autofocus")></label>
            <p><button>Sign in</button> \(way)</p></form>
            """)
    }

    /// The code itself, for programs that nothing can be sent to; they look for it in the title.
    static func code(_ code: String) -> HTTPResponse {
        page(
            "SUCCESS code=\(code)",
            "<p>Copy this code into the program:</p><p><code>\(PortalPage.escape(code))</code></p>"
        )
    }

    static func refusal(_ text: String) -> HTTPResponse {
        page("Sign-in is not possible", "<p role=\"alert\">\(PortalPage.escape(text))</p>", status: 400)
    }

    private static func page(_ title: String, _ body: String, status: Int = 200) -> HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(PortalPage.escape(title))</title><style>
            body{font:16px system-ui,sans-serif;max-width:22em;margin:3em auto;padding:0 1em;color-scheme:light dark}
            label{display:block;margin:1em 0}input:not([type=hidden]){font:inherit;width:100%;padding:.5em;box-sizing:border-box}
            button{font:inherit;padding:.6em 1.4em}[role=alert]{color:#c01c28}code{word-break:break-all}
            </style></head><body><h1>\(PortalPage.escape(title.hasPrefix("SUCCESS") ? "Signed in" : title))</h1>
            \(body)
            </body></html>

            """
        var response = HTTPResponse.text(text, contentType: "text/html; charset=utf-8", status: status)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Content-Security-Policy"] =
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
        return response
    }
}
