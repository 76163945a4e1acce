import type { Bench, Row } from '../measure-row.ts';
import { type BenchApp, createRequest, intentPath, signedRequest } from '../requests.ts';
import { openPeer, openService, ring } from './open.ts';

const REQUESTS = 20_000;
const NOTE =
  'Well-formed signatures that are wrong, from 1,024 addresses: an address may fail 100 times a second.';

type Forge = (app: BenchApp) => Buffer;

async function openRefusals(bench: Bench, forge: Forge) {
  const { service, peers } = await bench.stage.prepareDatabase('empty', { ofFirstApp: 0, ofOthers: 0 });
  const { apps } = bench.stage;
  const load = {
    expectedStatus: 401,
    prepare: () =>
      ring(Array.from({ length: REQUESTS }, (_, index) => forge(apps[index % apps.length] as BenchApp))),
  };
  return [
    await openService(bench, service, load),
    await openPeer(bench, 'express-constant', peers, load),
    await openPeer(bench, 'same-promises/server', service, load),
  ];
}

export const refuseRow: Row = {
  id: 'refuse',
  title: 'Refuse a read with a bad signature',
  note: NOTE,
  open: (bench) =>
    openRefusals(bench, (app) =>
      signedRequest(app, { method: 'GET', path: intentPath(`int_${'0'.repeat(32)}`), isForged: true }),
    ),
};

export const refuseCreateRow: Row = {
  id: 'refuse-create',
  title: 'Refuse a create with a bad signature',
  note: `${NOTE} The service reads the body first: it is signed too.`,
  open: (bench) => openRefusals(bench, (app) => createRequest(app, bench.stage.productPrefix, true)),
};
