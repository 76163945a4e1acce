import { describe, expect, it } from 'vitest';
import { contract } from '../../src/contract.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { buildSignedDocument } from '../openapi/openapi.ts';
import { codeSamples } from './code-samples.ts';
import { lines, sampleCall } from './sample-call.ts';

const IDS = Object.keys(ROUTES) as OperationId[];
const LABELS = ['curl and openssl', 'Node SDK', 'Python', 'Java', 'Go', 'PHP'];

/** The expression that each language signs: method, path with query, timestamp and body, with nothing in between. */
const SIGNED_TEXT: Record<string, [withBody: string, withoutBody: string]> = {
  'curl and openssl': ['"$method$target$timestamp$body"', '"$method$target$timestamp"'],
  Python: ['(method + path + timestamp).encode() + body\n', '(method + path + timestamp).encode()\n'],
  Java: ['(method + path + timestamp + body).getBytes(', '(method + path + timestamp).getBytes('],
  Go: ['[]byte(method + path + timestamp + body)', '[]byte(method + path + timestamp)'],
  PHP: ['$method . $path . $timestamp . $body, getenv', '$method . $path . $timestamp, getenv'],
};

it('accompany every signed operation of the document, in all languages', async () => {
  const { paths } = await buildSignedDocument();
  const operations = Object.values(paths).flatMap((item) => Object.values(item as object)) as {
    operationId: OperationId;
    'x-codeSamples': unknown;
  }[];
  expect(operations).toHaveLength(IDS.length);
  for (const { operationId, ['x-codeSamples']: samples } of operations) {
    expect(samples).toEqual(codeSamples(operationId));
    expect(codeSamples(operationId).map(({ label }) => label)).toEqual(LABELS);
  }
});

describe.each(IDS)('the samples of %s', (id) => {
  const call = sampleCall(id);
  const raw = codeSamples(id).filter(({ label }) => label in SIGNED_TEXT);

  it('contain its method and path, its body and its headers', () => {
    expect(raw).toHaveLength(5);
    for (const { label, source } of raw) {
      const text = label === 'Java' ? source.replaceAll(/^ {8}/gm, '') : source;
      for (const part of [call.method, call.path, call.body ?? '', ...call.headers.flat()]) {
        expect(text, label).toContain(part);
      }
    }
  });

  it('sign the four parts in their order exactly when the call is signed', () => {
    for (const { label, source } of raw) {
      const [withBody = '', withoutBody = ''] = SIGNED_TEXT[label] ?? [];
      const isSigned = contract[id].metadata.auth === 'signed';
      const wanted = call.body === null ? withoutBody : withBody;
      expect(source.includes(wanted), label).toBe(isSigned);
      expect(source.includes('X-Signature'), label).toBe(isSigned);
      expect(source.includes('PROCUREMENT_APP_SECRET'), label).toBe(isSigned);
    }
  });

  it('are short, hold no secret and end with one line break', () => {
    for (const { label, source } of codeSamples(id)) {
      expect(source.split('\n').length, label).toBeLessThan(65);
      expect(source, label).not.toMatch(/secret = ["']|\t* +$/m);
      expect(source, label).toMatch(/\S\n$/);
    }
  });
});

it('leave out the lines that do not apply, and keep empty ones', () => {
  expect(lines('a', false, '', ['b', 'c'])).toBe('a\n\nb\nc');
});
