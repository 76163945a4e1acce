import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createSecretBox } from '../sealing/secret-box.ts';
import { createAppDirectory } from './app-directory.ts';
import type { AppWithSecrets } from './store/app-row.ts';
import type { AppStore } from './store/app-store.ts';

/** A table of Apps that records its reads, and a directory that has read the version once. */
async function createTable(...ids: string[]) {
  const secretBox = createSecretBox(randomBytes(32));
  const at = new Date(0);
  const rows = new Map<string, AppWithSecrets>(
    ids.map((id) => [
      id,
      {
        id,
        name: id,
        permissions: ['intents:read'],
        ipAllowList: [],
        archiveAfterDays: null,
        version: 1,
        updatedAt: null,
        disabledAt: null,
        createdAt: at,
        secrets: [
          { id, appId: id, ciphertext: secretBox.seal('secret', id), createdAt: at, expiresAt: null },
        ],
      },
    ]),
  );
  const asked: string[] = [];
  const polls: string[] = [];
  const registry = { version: 'first' };
  const readVersion = async () => {
    polls.push(registry.version);
    return registry.version;
  };
  const find = async (id: string) => {
    asked.push(id);
    return rows.get(id) ?? null;
  };
  const clock = createFakeClock();
  const directory = createAppDirectory({
    store: { find, readVersion } as unknown as AppStore,
    secretBox,
    clock,
  });
  await directory.find('nobody');
  await setImmediate();
  for (const list of [asked, polls]) list.length = 0;
  return { rows, asked, polls, registry, clock, directory };
}

describe('the directory of Apps', () => {
  it('reads an App once while the version, polled every second, is unchanged', async () => {
    const { asked, polls, clock, directory } = await createTable('app_a');
    for (let second = 0; second < 20; second += 1) {
      for (const id of ['app_a', 'app_x', 'app_a']) await directory.find(id);
      clock.advance(1000);
    }
    expect(asked).toEqual(['app_a', 'app_x']);
    expect(polls).toHaveLength(19);
  });

  it('reads each App again when one of them has changed', async () => {
    const { rows, asked, registry, clock, directory } = await createTable('app_a', 'app_b');
    const callAll = async () => {
      for (const id of ['app_a', 'app_b']) await directory.find(id);
      clock.advance(1000);
    };
    for (let second = 0; second < 5; second += 1) await callAll();
    const row = rows.get('app_a') as AppWithSecrets;
    rows.set('app_a', { ...row, disabledAt: new Date() });
    registry.version = 'second';
    asked.length = 0;
    await callAll();
    await callAll();
    expect(asked.toSorted()).toEqual(['app_a', 'app_b']);
    expect(await directory.find('app_a')).toBeNull();
    for (let second = 0; second < 5; second += 1) await callAll();
    expect(asked).toHaveLength(2);
  });

  it('forgets a removed App, whatever the next version is', async () => {
    const { rows, registry, clock, directory } = await createTable('app_a');
    const find = async () => {
      const app = await directory.find('app_a');
      await setImmediate();
      clock.advance(1000);
      return app;
    };
    await find();
    rows.delete('app_a');
    registry.version = 'second';
    for (let second = 0; second < 3; second += 1) await find();
    registry.version = 'first';
    for (let second = 0; second < 3; second += 1) expect(await find()).toBeNull();
  });

  it('lets cached Apps expire while the version cannot be read', async () => {
    const { rows, registry, clock, directory } = await createTable('app_a');
    for (let second = 0; second < 5; second += 1) {
      await directory.find('app_a');
      clock.advance(1000);
    }
    rows.clear();
    Object.defineProperty(registry, 'version', {
      get: () => {
        throw new Error('down');
      },
    });
    for (let second = 0; second < 4; second += 1) {
      await directory.find('app_a');
      clock.advance(1000);
    }
    expect(await directory.find('app_a')).toBeNull();
  });

  it('reads existing and unknown ids again after 3 s without a poll', async () => {
    const { asked, clock, directory } = await createTable('app_a');
    for (const id of ['app_a', 'app_a', 'app_x', 'app_x']) await directory.find(id);
    expect(asked).toEqual(['app_a', 'app_x']);
    clock.advance(3000);
    await Promise.all(['app_a', 'app_x'].map((id) => directory.find(id)));
    expect(asked).toEqual(['app_a', 'app_x', 'app_a', 'app_x']);
  });

  it('sees a disabled App, a new secret and a new allow list within 5 s', async () => {
    const { rows, clock, directory } = await createTable('app_a');
    await directory.find('app_a');
    const row = rows.get('app_a') as AppWithSecrets;
    rows.set('app_a', { ...row, ipAllowList: ['198.51.100.1'] });
    clock.advance(3000);
    expect((await directory.find('app_a'))?.ipAllowList).toEqual(['198.51.100.1']);
    rows.set('app_a', { ...row, disabledAt: new Date() });
    clock.advance(3000);
    expect(await directory.find('app_a')).toBeNull();
  });

  it('reads an App anew at once after a change of this process, and keeps nothing that was read before', async () => {
    const { rows, asked, directory } = await createTable('app_a');
    const before = directory.find('app_a');
    rows.delete('app_a');
    directory.forget('app_a');
    expect(await directory.find('app_a')).toBeNull();
    await before;
    await setImmediate();
    expect(directory.isKnown('app_a')).toBe(false);
    expect(await directory.find('app_a')).toBeNull();
    expect(asked).toEqual(['app_a', 'app_a']);
  });

  it.each(['', 'a'.repeat(65), 'app a', "app'--", 'app_é', 'a'.repeat(60_000)])(
    'does not read what cannot be an id',
    async (id) => {
      const { asked, directory } = await createTable();
      expect(await directory.find(id)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it('bounds the cache of invented ids, which evicts no known App', async () => {
    const { asked, directory } = await createTable('app_a');
    await directory.find('app_a');
    for (let index = 0; index < 1500; index += 1) await directory.find(`invented_${index}`);
    asked.length = 0;
    await directory.find('app_a');
    await directory.find('invented_1499');
    expect(asked).toEqual([]);
    await directory.find('invented_0');
    expect(asked).toEqual(['invented_0']);
    expect(directory.isKnown('app_a')).toBe(true);
    expect(directory.isKnown('invented_1499')).toBe(false);
  });
});
