import { lines, SAMPLE_TIMEOUT_SECONDS, type SampleCall } from './sample-call.ts';

const signature = (hasBody: boolean): string[] => [
  'timestamp = str(int(time.time() * 1000))',
  `message = (method + path + timestamp).encode()${hasBody ? ' + body' : ''}`,
  'signature = hmac.new(os.environ["PROCUREMENT_APP_SECRET"].encode(), message, hashlib.sha256).hexdigest()',
];

/** Python 3, standard library alone. */
export function pythonSample({ method, path, body, isSigned, headers }: SampleCall): string {
  const fields = [
    ...(isSigned
      ? [
          '"X-App-Id": os.environ["PROCUREMENT_APP_ID"]',
          '"X-Timestamp": timestamp',
          '"X-Signature": signature',
        ]
      : []),
    ...headers.map(([name, value]) => `"${name}": "${value}"`),
  ];
  const options = [
    'method=method',
    ...(body === null ? [] : ['data=body']),
    ...(fields.length === 0 ? [] : ['headers=headers']),
  ].join(', ');
  return lines(
    isSigned && ['import hashlib', 'import hmac'],
    'import os',
    isSigned && 'import time',
    ['import urllib.error', 'import urllib.request', ''],
    [`method = "${method}"`, `path = "${path}"`],
    body !== null && `body = """${body}""".encode()`,
    isSigned && signature(body !== null),
    fields.length > 0 && ['headers = {', ...fields.map((field) => `    ${field},`), '}'],
    `request = urllib.request.Request(os.environ["PROCUREMENT_BASE_URL"] + path, ${options})`,
    'try:',
    `    answer = urllib.request.urlopen(request, timeout=${SAMPLE_TIMEOUT_SECONDS})`,
    'except urllib.error.HTTPError as refusal:',
    '    answer = refusal  # its body says what is wrong',
    'print(answer.read().decode())',
  );
}
