import { createHash } from 'node:crypto';
import type { ListIntentsInput } from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { decodeCursor, encodeCursor, listDigest } from './list-cursor.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const digestOf = (appId: string, query: ListIntentsInput): Promise<string> =>
  listDigest(appId, query, hashOf);

const POSITION = { value: 1_763_712_000_000n, id: `int_${'0a'.repeat(16)}`, page: 2, total: 40 };
const digest = await digestOf('app_a', { status: 'SUBMITTED' });

describe('a cursor', () => {
  it('decodes to the encoded position', () => {
    expect(decodeCursor(encodeCursor(POSITION, digest), digest)).toEqual(POSITION);
  });

  it('decodes to the encoded position wherever a page ends, and under no other digest', () => {
    const position = fc.record({
      value: fc.bigInt({ min: 0n, max: 253_402_214_400_000n }),
      id: fc.stringMatching(/^int_[0-9a-f]{32}$/),
      page: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      total: fc.nat(),
    });
    const digests = fc.uniqueArray(fc.stringMatching(/^[\w-]{16}$/), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(position, digests, (end, [mine = '', other = '']) => {
        const cursor = encodeCursor(end, mine);
        expect(cursor).toMatch(/^[\w-]{1,200}$/);
        expect(decodeCursor(cursor, mine)).toEqual(end);
        expect(() => decodeCursor(cursor, other)).toThrow(ValidationError);
      }),
      { numRuns: 1000 },
    );
  });

  it('is bound to the App, the filters and the sort, and to nothing else', async () => {
    const others = [
      await digestOf('app_b', { status: 'SUBMITTED' }),
      await digestOf('app_a', { status: 'FAILED' }),
      await digestOf('app_a', { status: 'SUBMITTED', order: 'asc' }),
    ];
    for (const other of others) {
      expect(() => decodeCursor(encodeCursor(POSITION, digest), other)).toThrow(ValidationError);
    }
    expect(
      await digestOf('app_a', { page: '7', pageSize: '3', fields: 'id', cursor: 'x', status: 'SUBMITTED' }),
    ).toBe(digest);
  });

  it.each([
    '',
    'null',
    '%00',
    'a'.repeat(300),
    Buffer.from('[]').toString('base64url'),
    Buffer.from(JSON.stringify([digest, '1', "int_' OR 1=1", 2, 40])).toString('base64url'),
    Buffer.from(JSON.stringify([digest, '1e9', POSITION.id, 2, 40])).toString('base64url'),
    Buffer.from(JSON.stringify([digest, '9007199254740993', POSITION.id, 2, 40])).toString('base64url'),
    Buffer.from(JSON.stringify([digest, '253402214400001', POSITION.id, 2, 40])).toString('base64url'),
    Buffer.from(JSON.stringify([digest, '1', POSITION.id, 0, 40])).toString('base64url'),
    Buffer.from(`["${digest}","1","${POSITION.id}",9999999999999999,40]`).toString('base64url'),
  ])('is refused as %j', (text) => {
    expect(() => decodeCursor(text, digest)).toThrow(ValidationError);
  });
});
