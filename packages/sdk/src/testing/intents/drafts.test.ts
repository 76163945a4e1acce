import { expect, it } from 'vitest';
import { isApiError } from '../../index.ts';
import { createTestService, type TestPermission } from '../index.ts';

/** The error of a refused call. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: unknown) => (isApiError(error) ? error.name : String(error)),
  );

it('lets an App with intents:draft write drafts alone', async () => {
  const permissions: TestPermission[] = ['intents:read', 'intents:write'];
  const service = createTestService({
    apps: [{ appId: 'app_a', appSecret: 'secret a', permissions }],
    graceMs: 60_000,
  });
  const { intents } = service.client();
  const bought = await intents.create(service.order(), { idempotencyKey: 'bought' });
  const draft = await intents.create({ ...service.order(), draft: true });
  permissions.splice(0, 2, 'intents:read', 'intents:draft');

  expect(await refusal(intents.update(bought.id, { remarks: 'x' }))).toBe('PERMISSION_MISSING');
  expect(await refusal(intents.delete(bought.id))).toBe('PERMISSION_MISSING');
  expect(await refusal(intents.cancel(bought.id))).toBe('PERMISSION_MISSING');
  expect(await refusal(intents.submit(draft.id))).toBe('PERMISSION_MISSING');
  expect(await refusal(intents.create(service.order({ quantity: 7 })))).toBe('PERMISSION_MISSING');
  expect(await intents.create(service.order(), { idempotencyKey: 'bought' })).toEqual(bought);
  expect((await intents.update(draft.id, { remarks: 'x' })).version).toBe(2);
  await intents.delete(draft.id);
  expect(service.intents().map(({ id, version }) => [id, version])).toEqual([[bought.id, 1]]);
});
