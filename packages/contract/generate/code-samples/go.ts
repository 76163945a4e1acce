import { lines, SAMPLE_TIMEOUT_SECONDS, type SampleCall } from './sample-call.ts';

function imports({ body, isSigned }: SampleCall): string[] {
  const signing = isSigned ? ['crypto/hmac', 'crypto/sha256', 'encoding/hex'] : [];
  const names = [...signing, 'fmt', 'io', 'net/http', 'os'];
  if (isSigned) names.push('strconv');
  if (body !== null) names.push('strings');
  return ['import (', ...[...names, 'time'].map((name) => `\t"${name}"`), ')'];
}

const signature = (hasBody: boolean): string[] => [
  'timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)',
  'mac := hmac.New(sha256.New, []byte(os.Getenv("PROCUREMENT_APP_SECRET")))',
  `mac.Write([]byte(method + path + timestamp${hasBody ? ' + body' : ''}))`,
];

const check = ['if err != nil {', '\tpanic(err)', '}'];

/** Go 1.17 and later, standard library alone. */
export function goSample(call: SampleCall): string {
  const { method, path, body, isSigned, headers } = call;
  const reader = body === null ? 'nil' : 'strings.NewReader(body)';
  const statements = [
    `method, path := "${method}", "${path}"`,
    ...(body === null ? [] : [`body := \`${body}\``]),
    ...(isSigned ? signature(body !== null) : []),
    `request, err := http.NewRequest(method, os.Getenv("PROCUREMENT_BASE_URL")+path, ${reader})`,
    ...check,
    ...(isSigned
      ? [
          'request.Header.Set("X-App-Id", os.Getenv("PROCUREMENT_APP_ID"))',
          'request.Header.Set("X-Timestamp", timestamp)',
          'request.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))',
        ]
      : []),
    ...headers.map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    `client := &http.Client{Timeout: ${SAMPLE_TIMEOUT_SECONDS} * time.Second}`,
    'answer, err := client.Do(request)',
    ...check,
    'defer answer.Body.Close()',
    'text, err := io.ReadAll(answer.Body)',
    ...check,
    'fmt.Println(string(text))',
  ];
  return lines(
    ['package main', ''],
    imports(call),
    ['', 'func main() {'],
    statements.map((line) => `\t${line}`),
    '}',
  );
}
