import { lines, SAMPLE_TIMEOUT_SECONDS, type SampleCall } from './sample-call.ts';

const signature = (hasBody: boolean): string[] => [
  '$timestamp = (string) (int) (microtime(true) * 1000);',
  `$signature = hash_hmac('sha256', $method . $path . $timestamp${hasBody ? ' . $body' : ''}, getenv('PROCUREMENT_APP_SECRET'));`,
];

/** PHP 8 with its curl extension. */
export function phpSample({ method, path, body, isSigned, headers }: SampleCall): string {
  const fields = [
    ...(isSigned
      ? [
          "'X-App-Id: ' . getenv('PROCUREMENT_APP_ID')",
          "'X-Timestamp: ' . $timestamp",
          "'X-Signature: ' . $signature",
        ]
      : []),
    ...headers.map(([name, value]) => `'${name}: ${value}'`),
  ];
  return lines(
    '<?php',
    [`$method = '${method}';`, `$path = '${path}';`],
    body !== null && `$body = '${body}';`,
    isSigned && signature(body !== null),
    [
      "$curl = curl_init(getenv('PROCUREMENT_BASE_URL') . $path);",
      'curl_setopt_array($curl, [',
      '    CURLOPT_CUSTOMREQUEST => $method,',
    ],
    body !== null && '    CURLOPT_POSTFIELDS => $body,',
    fields.length > 0 && [
      '    CURLOPT_HTTPHEADER => [',
      ...fields.map((field) => `        ${field},`),
      '    ],',
    ],
    [
      '    CURLOPT_RETURNTRANSFER => true,',
      `    CURLOPT_TIMEOUT => ${SAMPLE_TIMEOUT_SECONDS},`,
      ']);',
      '$answer = curl_exec($curl);',
      'if ($answer === false) {',
      '    throw new RuntimeException(curl_error($curl));',
      '}',
      'echo $answer, PHP_EOL;',
    ],
  );
}
