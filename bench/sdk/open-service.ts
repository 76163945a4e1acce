import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the service has counted for one App. */
export interface Seen {
  requests: number;
  refusedForRate: number;
  /** Distinct idempotency keys of creates; a create without a key counts as one of its own. */
  purchases: number;
}

export interface Service {
  baseUrl: string;
  /** What has arrived from an App since the service started. */
  readSeen: (appId: string) => Promise<Seen>;
  close: () => void;
}

/** Starts the measured service as a process of its own, so that the clients' processor time is theirs alone. */
export async function openService(): Promise<Service> {
  const child = fork(join(import.meta.dirname, 'service.ts'));
  const [port] = (await once(child, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    async readSeen(appId) {
      const response = await fetch(`${baseUrl}/seen/${appId}`);
      return (await response.json()) as Seen;
    },
    close: () => child.disconnect(),
  };
}
