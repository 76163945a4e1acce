import { lines, SAMPLE_TIMEOUT_SECONDS, type SampleCall } from './sample-call.ts';

const signature = (hasBody: boolean): string[] => [
  'timestamp=$(date +%s)000',
  `signature=$(printf %s "$method$target$timestamp${hasBody ? '$body' : ''}" |`,
  `  openssl dgst -sha256 -hmac "$PROCUREMENT_APP_SECRET" | sed 's/.* //')`,
];

/** curl and openssl. The sample names no variable `path`, because in zsh it is the search path. */
export function bashSample({ method, path, body, isSigned, headers }: SampleCall): string {
  const options = [
    ...(isSigned
      ? ['-H "X-App-Id: $PROCUREMENT_APP_ID"', '-H "X-Timestamp: $timestamp"', '-H "X-Signature: $signature"']
      : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === null ? [] : ['--data-binary "$body"']),
  ];
  const first = `curl -sS --max-time ${SAMPLE_TIMEOUT_SECONDS} -X "$method" "$PROCUREMENT_BASE_URL$target"`;
  return lines(
    `method=${method}`,
    `target='${path}'`,
    body !== null && `body='${body}'`,
    isSigned && signature(body !== null),
    [first, ...options.map((option) => `  ${option}`)].join(' \\\n'),
  );
}
