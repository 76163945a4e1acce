#!/usr/bin/env python3
"""Makes one purchase and follows it to its parcel, then cancels a second one. Needs only Python's standard library.

Environment: PROCUREMENT_APP_ID, PROCUREMENT_APP_SECRET; PROCUREMENT_BASE_URL, SANDBOX_URL and PRODUCT_URL default to
those of `npm start`.
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

PROCUREMENT_BASE_URL = os.environ.get("PROCUREMENT_BASE_URL", "http://127.0.0.1:3000")
SANDBOX_URL = os.environ.get("SANDBOX_URL", "http://127.0.0.1:3100")
PRODUCT_URL = os.environ.get("PRODUCT_URL", f"{SANDBOX_URL}/a/items/ordinary")
WAIT_SECONDS = 60


def sign(secret, method, path, timestamp, body):
    """HMAC-SHA256 of the parts, joined without separators; `body` is the bytes that are sent."""
    message = f"{method}{path}{timestamp}".encode() + body
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def send(method, path, body, key):
    """Sends one signed request; returns (status, headers, text). Follows no redirect."""
    timestamp = str(time.time_ns() // 1_000_000)
    headers = {
        "X-App-Id": os.environ["PROCUREMENT_APP_ID"],
        "X-Timestamp": timestamp,
        "X-Signature": sign(os.environ["PROCUREMENT_APP_SECRET"], method, path, timestamp, body),
    }
    if body:
        headers["Content-Type"] = "application/json"
    if key:
        headers["Idempotency-Key"] = key
    url = urllib.parse.urlsplit(PROCUREMENT_BASE_URL)
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
    """A window lasts one second, so only a wrong clock can cause a wait of more than two."""
    now = time.time()
    return min(max(float(headers.get("X-RateLimit-Reset", now + 1)) - now, 0.1), 2)


def call(method, path, fields=None, key=None):
    """Returns the `data` of the answer; exits unless its code is 0."""
    body = b"" if fields is None else json.dumps(fields, ensure_ascii=False).encode()
    while True:
        # Signed again for each attempt, over the exact bytes that are sent.
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
    """Creates an intent. With the key it can be sent again safely if the answer was lost."""
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
    """Polls the intent until `is_reached(intent)` is true, and returns it."""
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
    for name in ("PROCUREMENT_APP_ID", "PROCUREMENT_APP_SECRET"):
        if not os.environ.get(name):
            sys.exit(f"set {name} to that of your App")

    # Needs no signature, but accepts one.
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
