import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { service, useService } from '../support/use-service.ts';

useService({ isWorking: false });

const INTENTS = '/api/v1/intents';
const made = async (labels: object): Promise<string> => {
  const body = { ...intentBody(service, 'ordinary'), labels };
  return (await service.call('POST', INTENTS, { body })).body.data.id as string;
};
const list = (query: string) => service.call('GET', `${INTENTS}?${query}`);
const idsOf = async (query: string): Promise<string[]> =>
  ((await list(query)).body.data.items as { id: string }[]).map(({ id }) => id);

describe('filters by labels (LB3)', () => {
  it('find by one value, by several, and by all of them', async () => {
    const [a, b, c] = [
      await made({ f1: 'a', f2: 'x' }),
      await made({ f1: 'b', f2: 'x' }),
      await made({ f1: 'c,d', f2: 'y' }),
    ];
    expect(await idsOf('label[f1]=a')).toEqual([a]);
    expect(await idsOf('label%5Bf1%5D=a')).toEqual([a]);
    expect(await idsOf('label[f1][in]=a,b,a')).toEqual([b, a]);
    expect(await idsOf('label[f1]=c%2Cd')).toEqual([c]);
    expect(await idsOf('label[f1][in]=c,d')).toEqual([]);
    expect(await idsOf('label[f1][in]=a,c&label[f2]=x')).toEqual([a]);
    expect(await idsOf('label[f1]=a&label[f1][in]=a,b')).toEqual([a]);
    expect(await idsOf('label[f1]=a&status=CANCELLED')).toEqual([]);
    expect(await idsOf('label[f2]=x&filter[title][like]=%25')).toEqual([]);
    expect((await list('label[f2]=x&pageSize=1')).body.data).toMatchObject({ total: 2, totalPages: 2 });
  });

  it('find no intent of another App', async () => {
    const { appId } = await service.addApp();
    await seedIntents(service, 1, () => ({ appId, labels: { foreign: 'x' } }));
    expect((await list('label[foreign]=x')).body.data).toMatchObject({ items: [], total: 0 });
  });

  it('bind cursors (L6)', async () => {
    await Promise.all(['a', 'b', 'c'].map((value) => made({ bound: value })));
    const first = await list('label[bound][in]=a,b,c&pageSize=1');
    const cursor = `&pageSize=1&cursor=${encodeURIComponent(first.body.data.nextCursor)}`;
    expect((await list(`label[bound][in]=a,b,c${cursor}`)).body.data.items).toHaveLength(1);
    for (const other of ['label[bound][in]=a,b', 'label[bound]=a', 'pageSize=1', 'label[other][in]=a,b,c']) {
      expectError(await list(`${other}${cursor}`), 'VALIDATION_FAILED');
    }
  });

  const HUNDRED = Array.from({ length: 100 }, (_, index) => `v${index}`).join(',');
  it('can be 5, with 100 values each', async () => {
    const five = [1, 2, 3, 4, 5].map((n) => `label[k${n}][in]=${HUNDRED}`).join('&');
    expect((await list(five)).status).toBe(200);
    const answer = await list(`${five}&label[k6]=a`);
    expect(answer.body).toMatchObject({ code: 40001, data: { errors: [{ field: 'label' }] } });
  });

  it.each([
    [`label[a][in]=${HUNDRED},v100`, 'label[a][in]'],
    ['label[a][in]=', 'label[a][in]'],
    ['label[a][in]=x,,y', 'label[a][in]'],
    ['label[a]=', 'label[a]'],
    ['label[a]=%00', 'label[a]'],
    ['label[a]=%ED%A0%80', 'label[a]'],
    ['label[a]=x&label[a]=y', 'label[a]'],
    ['label[A]=x', 'label[A]'],
    ['label[__proto__]=x', 'label[__proto__]'],
    ['label[]=x', 'label[]'],
    ['label[a%00]=x', 'label[a\u0000]'],
    ['label=x', 'label'],
    ['label[a=x', 'label[a'],
    ['label[a][gte]=x', 'label[a][gte]'],
    ['label[a][in][b]=x', 'label[a][in][b]'],
    ['label[a][b]=x', 'label[a][b]'],
    ['label[a][]=x', 'label[a][]'],
    ['labels[a]=x', 'labels[a]'],
    ['filter[label]=x', 'filter[label]'],
    ['__proto__=x', '__proto__'],
    ['__proto__[a]=x', '__proto__[a]'],
  ])('%s is refused by the name of the parameter', async (query, field) => {
    const answer = await list(query);
    expectError(answer, 'VALIDATION_FAILED');
    expect(answer.body.data.errors.map((each: { field: string }) => each.field)).toEqual([field]);
  });

  it('are refused together with all other parameters that are wrong', async () => {
    const answer = await list('page=0&label[A]=x&other=1&status=DRAFT&status=FAILED');
    expect(answer.body.data.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'label[A]',
      'other',
      'page',
      'status',
    ]);
  });
});
