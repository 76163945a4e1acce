import { expect, it } from 'vitest';
import { explainError, formatError } from './explain-error.ts';
import { openService } from './service.ts';
import { UsageError } from './usage-error.ts';

it('reports what the client refuses to send as wrong usage', () => {
  const open = () =>
    openService({ baseUrl: 'http://procurement.example', appId: 'a', appSecret: 's' }, { env: {} });
  expect(explainError(catchFrom(open))).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('https'),
  });
  expect(explainError(new UsageError('no file', 'Name one.'))).toMatchObject({ exitCode: 2 });
});

it('writes an error on several lines, or as one line of JSON', () => {
  const explained = {
    exitCode: 1,
    name: 'N',
    message: 'a\u001b[0m\nb',
    fix: 'mend it',
    requestId: 'req_1',
  } as const;
  expect(formatError(explained, false)).toBe('error: a [0m b\nwhat to do: mend it\nrequest id: req_1');
  expect(JSON.parse(formatError({ ...explained, answer: { code: 1, status: 2, data: null } }, true))).toEqual(
    {
      error: {
        name: 'N',
        message: 'a\u001b[0m\nb',
        fix: 'mend it',
        requestId: 'req_1',
        code: 1,
        status: 2,
        data: null,
      },
    },
  );
});

function catchFrom(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
