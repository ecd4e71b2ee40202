"""The same as a cached `lanyard token` with MSAL Python and msal-extensions; run by contrib/bench.

`sign-in` fills the cache with a device code that the emulator's person approves; `token` prints the cached token as a program would
that is started for it. The cache is an unencrypted file, the fastest that msal-extensions has.
"""

import os
import subprocess
import sys

import msal
import msal_extensions

CLIENT = "11111111-1111-4111-8111-111111111111"
SCOPES = ["https://graph.microsoft.com/User.Read"]


def main():
    location = os.path.join(os.environ["XDG_CACHE_HOME"], "msal.bin")
    cache = msal_extensions.PersistedTokenCache(msal_extensions.FilePersistence(location))
    authority = f"{os.environ['LANYARD_AUTHORITY_HOST']}/organizations"
    application = msal.PublicClientApplication(CLIENT, authority=authority, token_cache=cache, instance_discovery=False)
    if sys.argv[1] == "sign-in":
        flow = application.initiate_device_flow(scopes=SCOPES)
        subprocess.run(["lanyard-emulator", "approve", flow["user_code"], "--user", sys.argv[2]], check=True)
        result = application.acquire_token_by_device_flow(flow)
    else:
        result = application.acquire_token_silent(SCOPES, account=application.get_accounts()[0])
    print(result["access_token"])


main()
