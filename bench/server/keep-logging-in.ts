import { setTimeout as delay } from 'node:timers/promises';

/** Log-ins that come in bursts until they are stopped. */
export interface LogIns {
  /** How many passwords were compared. */
  stop(): Promise<number>;
}

interface Person {
  username: string;
  password: string;
}

const BURST_EVERY_MS = 1000;

/**
 * Sends `count` log-ins at once, again each second: every second one of a person who is let in, the others of people whom
 * nobody knows. Each comes from an address of its own, so that no limit but that of the hashes keeps any from being compared.
 */
export function keepLoggingIn(port: number, { username, password }: Person, count: number): LogIns {
  const ending = new AbortController();
  let sent = 0;
  let compared = 0;

  async function logIn(index: number): Promise<void> {
    sent += 1;
    const name = index % 2 === 0 ? username : `nobody-${sent}`;
    const answer = await fetch(`http://127.0.0.1:${port}/auth/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': `198.${18 + (sent % 2)}.${Math.floor(sent / 250) % 250}.${sent % 250}`,
      },
      body: JSON.stringify({ username: name, password }),
    });
    await answer.arrayBuffer();
    if (answer.status === 200 || answer.status === 401) compared += 1;
  }
  async function burstOn(): Promise<void> {
    while (!ending.signal.aborted) {
      const pause = delay(BURST_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      await Promise.all(Array.from({ length: count }, (_, index) => logIn(index).catch(() => undefined)));
      await pause;
    }
  }
  const going = burstOn();
  return {
    async stop() {
      ending.abort();
      await going;
      return compared;
    },
  };
}
