"""Gives each request of schemathesis an access token of the client named in the environment; they live five minutes."""
import json
import os
import time
import urllib.error
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies

# The content of a file decides its type: what does not begin as its Content-Type says is 415 (test/chargebacks/evidence.test.ts).
BEGINNINGS = {
    "application/pdf": b"%PDF-",
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "application/octet-stream": b"%PDF-",  # This name leaves the type to the content.
}


def file_that_begins_with(beginning):
    return strategies.binary(max_size=1024).map(lambda rest: beginning + rest)


for media_type, beginning in BEGINNINGS.items():
    schemathesis.openapi.media_type(media_type, file_that_begins_with(beginning))


@schemathesis.auth(refresh_interval=60)
class AccessToken:
    def get(self, case, context):
        credentials = {name: os.environ[f"VEZNE_{name.upper()}"] for name in ("client_id", "client_secret")}
        request = urllib.request.Request(
            os.environ["VEZNE_TOKEN_URL"],
            method="POST",
            headers={"content-type": "application/json"},
            data=json.dumps(credentials).encode(),
        )
        while True:
            try:
                with urllib.request.urlopen(request) as answer:
                    return json.load(answer)["access_token"]
            except urllib.error.HTTPError as refusal:
                if refusal.code != 429:  # the requests for tokens under test count for this address, too
                    raise
                time.sleep(int(refusal.headers.get("Retry-After", "1")))

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    keep_own_key(case)
    drop_generated_tag(case)


def keep_own_key(case):
    """Ids of answers are tried everywhere: the client's own key, revoked or rotated, would end its tokens."""
    for name, value in (case.path_parameters or {}).items():
        if str(value).lower() == os.environ["VEZNE_OWN_KEY"]:
            case.path_parameters[name] = str(uuid.uuid4())


def drop_generated_tag(case):
    """
    A generated tag is never that of the resource, so the write behind it would always be 412 and never be tried. It is sent only
    where the request is wrong for another reason; that it is 412 is tested in test/access/edited-by-two.test.ts.
    """
    if case.headers and case.meta and case.meta.generation.mode.is_positive:
        case.headers.pop("If-Match", None)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """What a member takes beside the form that the document shows (x-also-accepts) is no wrong value: all forms are drawn."""
    show_all_forms(raw_schema)


def show_all_forms(value):
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        show_all_forms(inner)
    if isinstance(value, dict) and "x-also-accepts" in value:
        others = value.pop("x-also-accepts")
        shown = dict(value)
        value.clear()
        value["anyOf"] = [shown, *others]
