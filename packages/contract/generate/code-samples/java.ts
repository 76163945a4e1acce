import { lines, SAMPLE_TIMEOUT_SECONDS, type SampleCall } from './sample-call.ts';

/** The class of the sample: `createIntent` -> `CreateIntent`. */
export const javaClass = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

const signature = (hasBody: boolean): string[] => [
  'String timestamp = String.valueOf(System.currentTimeMillis());',
  'Mac mac = Mac.getInstance("HmacSHA256");',
  'mac.init(new SecretKeySpec(System.getenv("PROCUREMENT_APP_SECRET").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));',
  `byte[] digest = mac.doFinal((method + path + timestamp${hasBody ? ' + body' : ''}).getBytes(StandardCharsets.UTF_8));`,
];

function request({ body, isSigned, headers }: SampleCall): string[] {
  const publisher = body === null ? 'noBody()' : 'ofString(body)';
  return [
    'HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("PROCUREMENT_BASE_URL") + path))',
    ...[
      `.timeout(Duration.ofSeconds(${SAMPLE_TIMEOUT_SECONDS}))`,
      ...(isSigned
        ? [
            '.header("X-App-Id", System.getenv("PROCUREMENT_APP_ID"))',
            '.header("X-Timestamp", timestamp)',
            '.header("X-Signature", HexFormat.of().formatHex(digest))',
          ]
        : []),
      ...headers.map(([name, value]) => `.header("${name}", "${value}")`),
      `.method(method, HttpRequest.BodyPublishers.${publisher})`,
      '.build();',
    ].map((part) => `    ${part}`),
  ];
}

/** Java 17, standard library alone. */
export function javaSample(call: SampleCall): string {
  const { id, method, path, body, isSigned } = call;
  const statements = lines(
    `String method = "${method}";`,
    `String path = "${path}";`,
    body !== null && `String body = """\n${body}""";`,
    isSigned && signature(body !== null),
    request(call),
    'HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(answer.body());',
  );
  return lines(
    ['import java.net.URI;', 'import java.net.http.*;'],
    isSigned && 'import java.nio.charset.StandardCharsets;',
    'import java.time.Duration;',
    isSigned && ['import java.util.HexFormat;', 'import javax.crypto.Mac;'],
    isSigned && 'import javax.crypto.spec.SecretKeySpec;',
    '',
    `class ${javaClass(id)} {`,
    '    public static void main(String[] args) throws Exception {',
    statements.split('\n').map((line) => `        ${line}`),
    ['    }', '}'],
  );
}
