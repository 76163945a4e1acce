import type { Contender, HttpContender } from '../contender.ts';
import { httpContender } from '../contender.ts';
import type { NextRequest } from '../loader.ts';
import type { Bench } from '../measure-row.ts';
import { type PeerName, PEERS } from '../peer-list.ts';
import { startPeer, startService } from '../processes.ts';

const SERVICE = 'this service';

/** What a contender is asked. */
export type Load = Pick<
  HttpContender,
  'expectedStatus' | 'prepare' | 'perSecond' | 'prepareWarmUp' | 'countsFor'
> & {
  connections?: number;
};

/** The service on `database` as a contender. */
export async function openService(
  { stage, plan }: Bench,
  database: string,
  load: Load,
  { name = SERVICE, shopUrl = null }: { name?: string; shopUrl?: string | null } = {},
): Promise<Contender> {
  const server = await startService(stage, { database, isVerbose: plan.isVerbose, shopUrl });
  return httpContender({ connections: plan.connections, ...load, name, stage, server });
}

/** A peer on `database` as a contender. */
export async function openPeer(
  { stage, plan }: Bench,
  peer: PeerName,
  database: string,
  load: Load,
): Promise<Contender> {
  const server = await startPeer(stage, { name: peer, database, isVerbose: plan.isVerbose });
  const { name } = PEERS[peer];
  return httpContender({ connections: plan.connections, ...load, name, stage, server });
}

/** Gives out requests one by one, all made before the first is sent. */
export function listed(requests: Buffer[]): NextRequest {
  let index = 0;
  return () => requests[index++] ?? null;
}

/** Gives out the same requests again and again, for reads. */
export function ring(requests: Buffer[]): NextRequest {
  let index = 0;
  return () => requests[index++ % requests.length] ?? null;
}
