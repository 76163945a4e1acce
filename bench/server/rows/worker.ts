import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onEnd } from '../cleanup.ts';
import type { Row } from '../measure-row.ts';
import { createLoad } from './create.ts';
import { openService } from './open.ts';

/** A shop that confirms every order at once, in a process of its own. */
async function startShop(): Promise<string> {
  const shop = fork(join(import.meta.dirname, '..', 'instant-platform.ts'));
  onEnd(() => void shop.kill());
  const [port] = (await once(shop, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
}

export const workerRow: Row = {
  id: 'worker',
  title: 'Create an intent while purchases are carried out',
  note:
    'The service alone. In the second line the same process buys what comes in, without a grace period, from a shop ' +
    'that answers at once; a ratio above 1 is what that takes from the creates.',
  isOursAlone: true,
  async open(bench) {
    const none = { ofFirstApp: 0, ofOthers: 0 };
    const idle = await bench.stage.prepareDatabase('idle', none);
    const buying = await bench.stage.prepareDatabase('buying', none);
    const shopUrl = await startShop();
    return [
      await openService(bench, idle.service, createLoad(bench), { name: 'API alone' }),
      await openService(bench, buying.service, createLoad(bench, `${shopUrl}/items/`), {
        name: 'API and worker',
        shopUrl,
      }),
    ];
  },
};
