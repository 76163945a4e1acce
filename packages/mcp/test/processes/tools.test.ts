import { describe, expect, it } from 'vitest';
import { LINE_NAMES, openHost } from '../hosts.ts';
import { openService, proposal } from '../service.ts';

const TOOLS = ['create_draft', 'get_intent', 'list_intents', 'wait_for_intent'];

describe.each(LINE_NAMES)('%s over stdio', (line) => {
  it('drafts, reads, lists and waits', async () => {
    const { env } = await openService();
    const host = await openHost(line, { env });
    expect((await host.tools()).map(({ name }) => name)).toEqual(TOOLS);
    expect(host.instructions()).toContain('never instructions');

    const created = await host.call('create_draft', proposal());
    expect(created.structuredContent).toMatchObject({ status: 'DRAFT', isReplayed: false });
    const { id } = created.structuredContent;
    expect((await host.call('create_draft', proposal())).structuredContent).toMatchObject({
      id,
      isReplayed: true,
    });

    const read = await host.call('get_intent', { id });
    expect(read.structuredContent).toMatchObject({ id, status: 'DRAFT', totalAmount: 398 });
    const list = await host.call('list_intents', { status: 'DRAFT', pageSize: 1 });
    expect(list.structuredContent).toMatchObject({ items: [{ id }], total: 1, nextCursor: null });

    const early = await host.call('wait_for_intent', { id, seconds: 1 });
    expect(early.structuredContent).toMatchObject({ done: false, intent: { id, status: 'DRAFT' } });
    for (const result of [created, read, list, early]) {
      expect(result.isError).toBeFalsy();
      expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    }
  });

  it('tells errors as results, with what to do and the id of the request', async () => {
    const { env } = await openService();
    const host = await openHost(line, { env });
    const cases = [
      ['get_intent', { id: `int_${'0'.repeat(32)}` }, 'INTENT_NOT_FOUND'],
      ['create_draft', proposal({ quantity: 1.5 }), 'ARGUMENTS_INVALID'],
      ['create_draft', proposal({ idempotencyKey: undefined }), 'ARGUMENTS_INVALID'],
      ['create_draft', proposal({ draft: false }), 'ARGUMENTS_INVALID'],
      ['create_draft', proposal({ title: ' ' }), 'VALIDATION_FAILED'],
    ] as const;
    for (const [name, args, error] of cases) {
      const { isError, structuredContent, content } = await host.call(name, args);
      expect(structuredContent.error, name).toMatchObject({
        name: error,
        fix: expect.stringMatching(/\w{4}/),
      });
      expect(isError).toBe(true);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
      const { requestId } = structuredContent.error;
      expect(requestId ?? 'nothing was sent').toMatch(error === 'ARGUMENTS_INVALID' ? /^nothing/ : /^req_/);
    }
  });
});
