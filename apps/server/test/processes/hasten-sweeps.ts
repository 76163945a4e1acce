// Loaded before a process of the service: what it does every 10 s, it does every second.
const realSetTimeout = globalThis.setTimeout;

function hastened(work: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]): NodeJS.Timeout {
  return realSetTimeout(work, delayMs === 10_000 ? 1000 : delayMs, ...args);
}

globalThis.setTimeout = Object.assign(hastened, realSetTimeout);
