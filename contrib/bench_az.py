"""The Azure CLI with a cached token, where contrib/interop/setup --with-az has installed it; used by contrib/bench."""

import os
import re
import subprocess


def prepare(program, variables, folder, user):
    """Signs in by device code and gives the command line that prints the cached token, and its environment."""
    host = variables["LANYARD_AUTHORITY_HOST"]
    environment = dict(
        variables,
        AZURE_CONFIG_DIR=os.path.join(folder, "az"),
        AZURE_CORE_COLLECT_TELEMETRY="false",
        AZURE_CORE_LOGIN_EXPERIENCE_V2="off",
        AZURE_CORE_INSTANCE_DISCOVERY="false",
    )
    register = ["cloud", "register", "-n", "Emulator"]
    for name, value in {
        "active-directory": host,
        "resource-manager": host,
        "active-directory-resource-id": "https://management.core.windows.net/",
        "active-directory-graph-resource-id": "https://graph.windows.net/",
        "microsoft-graph-resource-id": "https://graph.microsoft.com/",
    }.items():
        register += [f"--endpoint-{name}", value]
    for words in (register, ["cloud", "set", "-n", "Emulator"]):
        subprocess.run([program, *words], env=environment, check=True, capture_output=True)
    sign_in = [program, "login", "--use-device-code", "-o", "none"]
    with subprocess.Popen(sign_in, env=environment, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if found := re.search(r"enter the code ([A-Z0-9]{9}) ", line):
                subprocess.run(["lanyard-emulator", "approve", found[1], "--user", user], env=environment, check=True)
    token = [program, "account", "get-access-token", "-o", "none"]
    # The first one fetches it.
    subprocess.run(token, env=environment, check=True, capture_output=True)
    return token, environment
