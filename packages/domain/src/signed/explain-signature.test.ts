import { describe, expect, it } from 'vitest';
import { explainFaults, explainMistakes } from './explain-signature.ts';

const NOW_MS = 1_795_251_600_000;
const GOOD = {
  method: 'POST',
  path: '/api/v1/intents',
  timestamp: String(NOW_MS),
  signature: 'a'.repeat(64),
  body: Buffer.from('{}'),
};
const BODY_FAULT = 'The body must be a JSON object whose first character is {.';

describe('the faults of a request', () => {
  it.each([
    [{}, []],
    [
      { timestamp: '1' },
      [
        'X-Timestamp must be 13 digits, Unix milliseconds, at most 5 minutes from the time of the service when the request arrives.',
      ],
    ],
    [{ path: 'api' }, ['The path must begin with one / and have only characters of RFC 3986.']],
    [{ signature: 'a+b=' }, ['X-Signature must be 64 hex digits.']],
    [{ method: 'get' }, ['GET takes no body.']],
    [{ body: Buffer.from(' {}') }, [BODY_FAULT]],
  ])('of %j are told in sentences', (change, faults) => {
    expect(explainFaults({ ...GOOD, ...change }, { isDisabled: false }, NOW_MS)).toEqual(faults);
  });

  it('begin with that of a disabled App', () => {
    const request = { ...GOOD, body: Buffer.from('[]') };
    expect(explainFaults(request, { isDisabled: true }, NOW_MS)).toEqual([
      'The App is disabled.',
      BODY_FAULT,
    ]);
  });
});

describe('the mistakes of a signature', () => {
  const under = (mistakes: string[], { isValid = false, isEnded = false } = {}) => ({
    isValid,
    mistakes,
    isEnded,
  });
  const ended = 'The signature was made with a secret that is no longer valid since the last rotation.';

  it('are none when it is valid under one secret', () => {
    expect(explainMistakes([under(['a wrong body']), under([], { isValid: true })])).toEqual({
      isValid: true,
      mistakes: [],
    });
  });

  it('are the fewest that explain it', () => {
    expect(explainMistakes([under([]), under(['one', 'another']), under(['a wrong body'])])).toEqual({
      isValid: false,
      mistakes: ['The signature was made with a wrong body.'],
    });
  });

  it('are not known where nothing explains it, or there is no secret', () => {
    const unexplained = { isValid: false, mistakes: [] };
    expect([explainMistakes([under([])]), explainMistakes([])]).toEqual([unexplained, unexplained]);
  });

  it('have a secret among them that is no longer valid', () => {
    expect(explainMistakes([under([], { isValid: true, isEnded: true })])).toEqual({
      isValid: false,
      mistakes: [ended],
    });
    expect(explainMistakes([under(['a wrong body'], { isEnded: true })]).mistakes).toEqual([
      'The signature was made with a wrong body.',
      ended,
    ]);
    expect(explainMistakes([under([], { isEnded: true })]).mistakes).toEqual([]);
  });
});
