#!/usr/bin/env python3
"""One purchase up to its parcel, and one that is withdrawn in time, with nothing but Python's standard library.

Environment: APP_ID, APP_SECRET; BASE_URL, SANDBOX_URL and PRODUCT_URL where they are not those of `npm start`.
"""

import hashlib
import hmac
import http.client
import json
import os
import sys
import time
import urllib.parse
import uuid

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000")
SANDBOX_URL = os.environ.get("SANDBOX_URL", "http://127.0.0.1:3100")
PRODUCT_URL = os.environ.get("PRODUCT_URL", f"{SANDBOX_URL}/a/items/ordinary")
WAIT_SECONDS = 60


def sign(secret, method, path, timestamp, body):
    """HMAC-SHA256 over the parts joined as they are; `body` is the bytes that are sent."""
    message = f"{method}{path}{timestamp}".encode() + body
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def send(method, path, body, key):
    """One signed request; the answer as (status, headers, text). Follows no redirect."""
    timestamp = str(time.time_ns() // 1_000_000)
    headers = {
        "X-App-Id": os.environ["APP_ID"],
        "X-Timestamp": timestamp,
        "X-Signature": sign(os.environ["APP_SECRET"], method, path, timestamp, body),
    }
    if body:
        headers["Content-Type"] = "application/json"
    if key:
        headers["Idempotency-Key"] = key
    url = urllib.parse.urlsplit(BASE_URL)
    connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = connect(url.netloc, timeout=35)
    try:
        connection.request(method, path, body or None, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"{method} {path}: no answer: {error}")
    finally:
        connection.close()


def seconds_until_reset(headers):
    """Windows last a second, so a wait beyond two can only come from clocks that disagree."""
    now = time.time()
    return min(max(float(headers.get("X-RateLimit-Reset", now + 1)) - now, 0.1), 2)


def call(method, path, fields=None, key=None):
    """The `data` of the answer; ends the program unless its code is 0."""
    body = b"" if fields is None else json.dumps(fields, ensure_ascii=False).encode()
    while True:
        # Signed anew for each attempt, over the very bytes that are sent.
        status, headers, text = send(method, path, body, key)
        if status != 429:
            break
        time.sleep(seconds_until_reset(headers))
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or "code" not in answer:
        answer = {"code": "none", "message": "not an answer of the service"}
    if answer["code"] != 0:
        request_id = headers.get("X-Request-Id")
        sys.exit(
            f"{method} {path}: code {answer['code']}, {answer.get('message')} "
            f"(HTTP {status}, request id {request_id})\n{text}"
        )
    return answer["data"]


def create():
    """Makes an intent. The key makes sending it again safe, whatever happened to the answer."""
    fields = {
        "userId": "user_1001",
        "platform": "PLATFORM_A",
        "productUrl": PRODUCT_URL,
        "title": "无线鼠标",
        "price": 199,
        "quantity": 1,
        "recipientName": "张三",
        "address": "北京市朝阳区建国路 88 号",
        "phone": "13800138000",
    }
    return call("POST", "/api/v1/intents", fields, key=str(uuid.uuid4()))["id"]


def wait_for(intent_id, is_reached):
    """The intent, once `is_reached` says so of it."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        intent = call("GET", f"/api/v1/intents/{intent_id}")
        if is_reached(intent):
            return intent
        if intent["status"] in ("FAILED", "CANCELLED"):
            sys.exit(f"{intent_id} is {intent['status']}: {intent.get('failureReason')}")
        if time.monotonic() > deadline:
            sys.exit(f"{intent_id} is still {intent['status']} after {WAIT_SECONDS} s")
        time.sleep(0.5)


def main():
    for name in ("APP_ID", "APP_SECRET"):
        if not os.environ.get(name):
            sys.exit(f"set {name} to that of your App")

    # Needs no signature; one does no harm.
    print("service:", call("GET", "/api/v1/health")["status"])

    intent_id = create()
    intent = call("GET", f"/api/v1/intents/{intent_id}")
    print(f"created: {intent_id}, {intent['status']}")

    intent = call("PUT", f"/api/v1/intents/{intent_id}", {"remarks": "请放前台，谢谢"})
    print("remarks:", intent["remarks"])

    query = urllib.parse.urlencode({"userId": "user_1001", "pageSize": 5})
    print("listed:", len(call("GET", f"/api/v1/intents?{query}")["items"]))

    intent = wait_for(intent_id, lambda it: it["status"] == "COMPLETED")
    print("order:", intent["orderId"])
    intent = wait_for(intent_id, lambda it: "trackingNumber" in it)
    print(f"tracking: {intent['trackingNumber']}, {intent['trackingCompany']}")

    withdrawn = create()
    status = call("POST", f"/api/v1/intents/{withdrawn}/cancel")["status"]
    print(f"withdrawn: {withdrawn}, {status}")
    call("DELETE", f"/api/v1/intents/{withdrawn}")

    events = call("GET", f"/api/v1/intents/{intent_id}/events")["items"]
    print("events:", *(event["type"] for event in events))


if __name__ == "__main__":
    main()
