"""Makes a job, follows it, and writes its plan: python3 solve.py INSTANCE.json [SECONDS] [PLAN.json]

NEO_LRP_URL is the address of the service, NEO_LRP_KEY an API key if it asks for one. Standard library only.
"""

import json
import os
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NEO_LRP_URL", "http://localhost:8700")
KEY = os.environ.get("NEO_LRP_KEY")


def ask(path, body=None, headers=None):
    """The open response. Waits where the service asks for it; other problems are raised."""
    headers = dict(headers or {})
    if KEY:
        headers["Authorization"] = f"Bearer {KEY}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return urlopen(Request(SERVICE + path, data=data, headers=headers))
        except HTTPError as error:
            retry_after = error.headers.get("Retry-After")
            if retry_after is None:
                problem = json.load(error)
                raise SystemExit(f"{problem['code']}: {problem['detail']} {problem.get('place', '')}") from None
            time.sleep(int(retry_after))


def events_of(job):
    """Events as they come; a connection that is lost is taken up where it broke."""
    last = 0
    while True:
        with ask(job["links"]["events"], headers={"Last-Event-ID": str(last)}) as stream:
            for line in stream:
                if not line.startswith(b"data: "):
                    continue
                event = json.loads(line[len(b"data: ") :])
                last = event["sequence"]
                yield event
                if event["type"] in ("completed", "failed", "cancelled"):
                    return


def main(file, seconds="10", target="plan.json"):
    with open(file, encoding="utf-8") as source:
        instance = json.load(source)
    request = {"instance": instance, "options": {"seconds": float(seconds)}}
    job = json.load(ask("/v1/jobs", request, {"Idempotency-Key": str(uuid.uuid4())}))
    for event in events_of(job):
        print(event["type"], event.get("cost", ""))
    solution = json.load(ask(job["links"]["solution"]))
    with open(target, "w", encoding="utf-8") as output:
        json.dump(solution, output, indent=2)
    print(f"{len(solution['openDepots'])} depots open, {len(solution['routes'])} routes, cost {solution['cost']['total']}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("usage: python3 solve.py INSTANCE.json [SECONDS] [PLAN.json]")
    main(*sys.argv[1:])
