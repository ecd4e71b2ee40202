import LanyardCore

extension Service {
    /// The page where a person types the code that another device shows.
    mutating func devicePage(_ request: Request) -> Reply {
        let parameters = request.method == "POST" ? request.form : request.queryParameters
        let typed = parameters["user_code"] ?? parameters["otc"] ?? ""
        let code = typed.uppercased().filter { $0 != "-" && $0 != " " }
        guard request.method == "POST", !code.isEmpty else { return deviceForm(codeField(code, problem: nil)) }
        guard let device = state.devices.values.first(where: { $0.userCode == code }), device.state == .pending else {
            return deviceForm(codeField(code, problem: "That code did not work. Check the code and try again."))
        }
        let app = client(device.client)?.displayName ?? device.client
        guard let name = parameters["user"] ?? parameters["other"] else {
            return deviceForm(confirmation(code, app: app, problem: nil))
        }
        do throws(ServiceError) {
            var machine = MachinePath(user: name)
            machine.consents = parameters["decline"] == nil
            if machine.consents { _ = try authenticate(name, parameters["password"] ?? "") }
            machine.hasDevice = parameters["device"] != nil
            exchange.log.account = name
            try answerDevice(code, machine: machine)
            let text =
                machine.consents
                ? "You have signed in to \(app) on your device. You may now close this window." : "You declined."
            return .html(Page.message(machine.consents ? "Signed in" : "Declined", text), headers: Page.headers)
        } catch {
            exchange.log.error = error.number
            return deviceForm(confirmation(code, app: app, problem: error.description(stamp)))
        }
    }

    private func deviceForm(_ content: String) -> Reply {
        let form = "<form method=\"post\" action=\"/devicelogin\">\(content)</form>"
        return .html(Page.frame("Enter code to allow access", form), headers: Page.headers)
    }

    private func codeField(_ code: String, problem: String?) -> String {
        let line = problem.map { "<p class=\"problem\" role=\"alert\">\(HTML.escape($0))</p>" } ?? ""
        return """
            \(line)<p>Enter the code displayed on your app or device.</p>
            <p><label>Code<br>
            <input name="user_code" value="\(HTML.escape(code))" autocomplete="off" autocapitalize="characters" autofocus>
            </label></p><button class="main">Next</button>
            """
    }

    /// Names the app, so that nobody approves a stranger's code by accident.
    private func confirmation(_ code: String, app: String, problem: String?) -> String {
        let line = problem.map { "<p class=\"problem\" role=\"alert\">\(HTML.escape($0))</p>" } ?? ""
        return """
            \(line)\(HTML.hidden("user_code", code))
            <p>Are you trying to sign in to <b>\(HTML.escape(app))</b> on another device? Only go on if you started that.</p>
            <p><label>Account<br><input name="user" autocomplete="username"></label></p>
            <p><label>Password<br><input name="password" type="password" autocomplete="current-password"></label></p>
            <p><label><input type="checkbox" name="device" value="1">This device is compliant</label></p>
            <button class="main" name="approve" value="1">Continue</button> <button name="decline" value="1">Cancel</button>
            """
    }
}
