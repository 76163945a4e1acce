import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeSignature } from './judge-signature.ts';
import { readReceiverKey } from './receiver-key.ts';

interface Vector {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  expect: string;
}

const FILE = join(import.meta.dirname, '../../../../packages/contract/vectors/webhooks.json');
const { receiverTime, vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  receiverTime: number;
  vectors: Vector[];
};

test.each(vectors)(
  'judges as the vectors do: $name',
  ({ secrets, headers, body, bodyBase64 = '', ...want }) => {
    const keys = secrets.map(readReceiverKey).filter((key) => key !== null);
    expect(keys).toHaveLength(secrets.length);
    const request = {
      // Node's are in lower case.
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body),
      receivedAtMs: receiverTime * 1_000,
    };
    expect(judgeSignature(request, keys) ?? 'accept').toBe(want.expect);
  },
);

test.each(['', 'whsec_', 'whsec_AAAA', 'whpk_AAAA', 'secret', `whsec_${'A'.repeat(42)}B=`])(
  'takes no key from %j',
  (text) => expect(readReceiverKey(text)).toBeNull(),
);
