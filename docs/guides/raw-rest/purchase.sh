#!/usr/bin/env bash
# Makes one purchase and follows it to its parcel, then cancels a second one. Needs only bash, curl and openssl.
# Environment: PROCUREMENT_APP_ID, PROCUREMENT_APP_SECRET; PROCUREMENT_BASE_URL, SANDBOX_URL and PRODUCT_URL default to
# those of `npm start`.
set -euo pipefail

PROCUREMENT_BASE_URL=${PROCUREMENT_BASE_URL:-http://127.0.0.1:3000}
SANDBOX_URL=${SANDBOX_URL:-http://127.0.0.1:3100}
PRODUCT_URL=${PRODUCT_URL:-$SANDBOX_URL/a/items/ordinary}

fail() { printf '%s\n' "$*" >&2; exit 1; }

# Unix milliseconds. Bash before 5 has only whole seconds, which is precise enough for a signature.
now_ms() {
  local micros=${EPOCHREALTIME:-$(date +%s).000000}
  printf %s "${micros%[.,]*}${micros:${#micros}-6:3}"
}

# sign METHOD PATH TIMESTAMP BODY: HMAC-SHA256 of the parts, joined without separators, in hex.
sign() { printf %s "$1$2$3$4" | openssl dgst -sha256 -hmac "$PROCUREMENT_APP_SECRET" | sed 's/.* //'; }

header() { tr -d '\r' <"$answer/headers" | grep -i "^$1:" | tail -n 1 | cut -d ' ' -f 2 || true; }

# First value of a string field in the last answer; empty if there is none.
field() { grep -o "\"$1\":\"[^\"]*\"" "$answer/body" | head -n 1 | cut -d '"' -f 4 || true; }

# call METHOD PATH [BODY [IDEMPOTENCY_KEY]]: signs and sends; exits unless the answer has code 0.
call() {
  local method=$1 path=$2 body=${3:-} key=${4:-} timestamp signature status code
  while :; do
    # Signed again for each attempt, over the exact bytes that curl sends.
    timestamp=$(now_ms)
    signature=$(sign "$method" "$path" "$timestamp" "$body")
    status=$(curl -sS --globoff --path-as-is --max-time 35 -X "$method" "$PROCUREMENT_BASE_URL$path" \
      -H "X-App-Id: $PROCUREMENT_APP_ID" -H "X-Timestamp: $timestamp" -H "X-Signature: $signature" \
      ${key:+-H "Idempotency-Key: $key"} \
      ${body:+-H 'Content-Type: application/json' --data-binary "$body"} \
      -D "$answer/headers" -o "$answer/body" -w '%{http_code}') || fail "$method $path: no answer"
    [ "$status" = 429 ] || break
    wait_for_reset
  done
  code=$(grep -o '"code":[0-9]*' "$answer/body" | head -n 1 | cut -d : -f 2 || true)
  [ "$code" = 0 ] || fail "$method $path: code ${code:-none}, $(field message) (HTTP $status," \
    "request id $(header X-Request-Id))"$'\n'"$(cat "$answer/body")"
}

# A window lasts one second, so only a wrong clock can cause a wait of more than two.
wait_for_reset() {
  local reset seconds
  reset=$(header X-RateLimit-Reset)
  seconds=$((${reset:-0} - $(date +%s)))
  sleep $((seconds < 1 ? 1 : seconds > 2 ? 2 : seconds))
}

# create: creates an intent. With the key it can be sent again safely if the answer was lost.
create() {
  call POST /api/v1/intents '{"userId":"user_1001","platform":"PLATFORM_A","productUrl":"'"$PRODUCT_URL"'",
    "title":"无线鼠标","price":199,"quantity":1,"recipientName":"张三",
    "address":"北京市朝阳区建国路 88 号","phone":"13800138000"}' "$(openssl rand -hex 16)"
}

# wait_for FIELD [VALUE]: polls intent $id until the field exists, or has the value; a minute at most.
wait_for() {
  local until=$((SECONDS + 60)) value
  while :; do
    call GET "/api/v1/intents/$id"
    value=$(field "$1")
    if [ -n "$value" ] && [ "$value" = "${2:-$value}" ]; then return; fi
    case $(field status) in FAILED | CANCELLED) fail "$id is $(field status): $(field failureReason)" ;; esac
    ((SECONDS < until)) || fail "$id is still $(field status), $1 '$value'"
    sleep 0.5
  done
}

# Another script can source the functions above; only a direct run buys.
if [ "${BASH_SOURCE[0]}" != "$0" ]; then return; fi

: "${PROCUREMENT_APP_ID:?set it to the id of your App}" "${PROCUREMENT_APP_SECRET:?set it to the secret of your App}"
answer=$(mktemp -d)
trap 'rm -rf "$answer"' EXIT

call GET /api/v1/health # needs no signature, but accepts one
echo "service: $(field status)"

create
id=$(field id)
call GET "/api/v1/intents/$id"
echo "created: $id, $(field status)"

call PUT "/api/v1/intents/$id" '{"remarks":"请放前台，谢谢"}'
echo "remarks: $(field remarks)"

call GET '/api/v1/intents?userId=user_1001&pageSize=5'
echo "listed: $(grep -o '"id":' "$answer/body" | wc -l | tr -d ' ')"

wait_for status COMPLETED
echo "order: $(field orderId)"
wait_for trackingNumber
echo "tracking: $(field trackingNumber), $(field trackingCompany)"

create
withdrawn=$(field id)
call POST "/api/v1/intents/$withdrawn/cancel"
echo "withdrawn: $withdrawn, $(field status)"
call DELETE "/api/v1/intents/$withdrawn"

call GET "/api/v1/intents/$id/events"
echo "events: $(grep -o '"type":"[^"]*"' "$answer/body" | cut -d '"' -f 4 | tr '\n' ' ')"
