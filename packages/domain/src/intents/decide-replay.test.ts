import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiError, ValidationError } from '../errors.ts';
import {
  decideReplay,
  type KeyedIntent,
  readCreateKeys,
  restoreCreated,
  type SignedCreate,
} from './decide-replay.ts';

describe('the keys of a create', () => {
  it('are the signature in lower case where no key is given', () => {
    expect(readCreateKeys(null, 'AB')).toEqual({ idempotencyKey: 'signature ab', signature: 'ab' });
    expect(readCreateKeys(undefined, 'ab')).toEqual(readCreateKeys(null, 'AB'));
  });

  it("never take a caller's key for a signature", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x21-\x7e]{1,255}$/), (given) => {
        expect(readCreateKeys(given, 'ab').idempotencyKey).toBe(`key ${given}`);
      }),
    );
  });

  it.each(['', ' ', 'a b', '键', 'a\n', 'x'.repeat(256)])('refuse the key %j', (given) => {
    expect(() => readCreateKeys(given, 'ab')).toThrow(ValidationError);
  });

  it.each(['', null, undefined])('does not take the signature %j for one', (signature) => {
    expect(() => readCreateKeys('key', signature)).toThrow('a create needs a signature');
  });
});

interface Stored extends KeyedIntent {
  idempotencyKey: string;
}
type Step = { do: 'create'; key: number; signature: number } | { do: 'delete' | 'redact'; at: number };

const small = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      key: small,
      signature: fc.nat({ max: 4 }),
    }),
  },
  fc.record({ do: fc.constantFrom('delete' as const, 'redact' as const), at: fc.nat({ max: 5 }) }),
);

/** A minimal host: it stores what `decideReplay` asks it to store. */
function createHost() {
  const signed = new Map<string, SignedCreate>();
  const made: string[] = [];
  let intents: Stored[] = [];
  return {
    made,
    intents: () => intents,
    create(idempotencyKey: string, requestHash: string, signature: string, createdAt: Date) {
      const keyed = intents.find((each) => each.idempotencyKey === idempotencyKey) ?? null;
      const known = { signed: signed.get(signature) ?? null, keyed };
      const decision = decideReplay({ idempotencyKey, requestHash }, known);
      if (decision.kind === 'replayDeleted') return decision.create.intentId;
      const id = decision.kind === 'replay' ? decision.intent.id : `int_${made.length}`;
      if (decision.kind === 'first') {
        made.push(id);
        intents = [...intents, { id, idempotencyKey, requestHash, redactedAt: null }];
      }
      if (!signed.has(signature)) signed.set(signature, { intentId: id, idempotencyKey, createdAt });
      return id;
    },
    end(kind: 'delete' | 'redact', id: string, at: Date) {
      if (kind === 'delete') intents = intents.filter((each) => each.id !== id);
      else intents = intents.map((each) => (each.id === id ? { ...each, redactedAt: at } : each));
    },
  };
}

interface Known {
  /** What the first create with this signature was answered, and its key. */
  first: { id: string; key: string } | undefined;
  /** The intent that has the key now. */
  living: Stored | undefined;
  key: string;
  body: string;
  newId: string;
}

function allowedAnswers({ first, living, key, body, newId }: Known): string[] {
  if (first) return first.key === key ? [first.id, 'IDEMPOTENCY_KEY_REUSED'] : ['SIGNATURE_REUSED'];
  if (!living) return [newId];
  const isSame = living.requestHash === body && living.redactedAt === null;
  return [isSame ? living.id : 'IDEMPOTENCY_KEY_REUSED'];
}

describe('repeated creates', () => {
  it('buy once for each signature and each key of an existing intent, and get the first answer or 40901', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const host = createHost();
        const firstBySignature = new Map<string, { id: string; key: string }>();
        for (const [index, each] of steps.entries()) {
          const at = new Date(index);
          const before = host.intents();
          if (each.do !== 'create') {
            host.end(each.do, before[each.at]?.id ?? '', at);
            continue;
          }
          // The signature covers the body, so the same signature always has the same body.
          const body = `body ${each.signature % 3}`;
          const [key, signature] = [`key ${each.key}`, `signature ${each.signature}`];
          const count = host.made.length;
          const answer = outcomeOf(() => host.create(key, body, signature, at));
          const first = firstBySignature.get(signature);
          const living = before.find(({ idempotencyKey }) => idempotencyKey === key);
          expect(host.made).toHaveLength(first || living ? count : count + 1);
          expect(allowedAnswers({ first, living, key, body, newId: `int_${count}` })).toContain(answer);
          if (answer.startsWith('int_') && !first) firstBySignature.set(signature, { id: answer, key });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keep their answer when another intent took the key while their signature was stored', () => {
    const signed = { intentId: 'int_old', idempotencyKey: 'key 1', createdAt: new Date(9) };
    const keyed = { id: 'int_new', requestHash: 'body', createdAt: new Date(5), redactedAt: null };
    expect(decideReplay({ idempotencyKey: 'key 1', requestHash: 'body' }, { signed, keyed })).toEqual({
      kind: 'replayDeleted',
      create: signed,
    });
  });

  it('get the original answer for an intent that was deleted since', () => {
    const [made, now] = [new Date(1), new Date(9)];
    const again = { id: 'int_new', createdAt: now, updatedAt: now, submittedAt: now };
    const create = { intentId: 'int_old', idempotencyKey: 'key 1', createdAt: made };
    expect(restoreCreated(again, create)).toEqual({
      id: 'int_old',
      createdAt: made,
      updatedAt: made,
      submittedAt: made,
    });
    expect(restoreCreated({ ...again, submittedAt: null }, create).submittedAt).toBeNull();
  });
});

/** The id that a create was answered with, or the name of its refusal. */
function outcomeOf(create: () => string): string {
  try {
    return create();
  } catch (error) {
    return (error as ApiError).errorName;
  }
}
