import { expect, it } from 'vitest';
import { hostService } from './host-service.ts';
import { run } from './run.ts';

it('exports the fields that are asked for, in their order, with the id', async () => {
  const { service, env } = await hostService();
  const { id } = await service
    .client({ appId: 'app_test' })
    .intents.create(service.order({ title: 'a, b', draft: true }));
  const exportFields = (...args: string[]) => run(['intents', 'export', ...args], env);

  const csv = await exportFields('--format', 'csv', '--fields', 'status,title,id');
  expect(csv).toMatchObject({ exitCode: 0, stdout: `status,title,id\r\nDRAFT,"a, b",${id}\r\n` });
  const withId = await exportFields('--format', 'csv', '--fields', 'status');
  expect(withId.stdout).toBe(`id,status\r\n${id},DRAFT\r\n`);
  const ndjson = await exportFields('--fields', 'totalAmount');
  expect(JSON.parse(ndjson.stdout)).toEqual({
    id,
    totalAmount: service.order().price * service.order().quantity,
  });
  expect(Object.keys(JSON.parse((await exportFields()).stdout))).toContain('createdAt');
});
