import type { ServerResponse } from 'node:http';

/** Responses that are delayed on purpose, so that closing the sandbox can end all of them. */
export interface DelayedResponses {
  /** Runs `act` after the delay, unless the client disconnects or the sandbox closes first. */
  after(delayMs: number, res: ServerResponse, act: () => void): void;
  /** Keeps a response open until the client disconnects or the sandbox closes. */
  hold(res: ServerResponse): void;
  /** Breaks every connection with a delayed response. */
  endAll(): void;
}

export function createDelayedResponses(): DelayedResponses {
  const held = new Set<ServerResponse>();
  const hold = (res: ServerResponse) => {
    if (held.has(res)) return;
    held.add(res);
    res.once('close', () => held.delete(res));
  };
  return {
    hold,
    after(delayMs, res, act) {
      hold(res);
      const left = () => clearTimeout(timer);
      const timer = setTimeout(() => {
        res.off('close', left);
        act();
      }, delayMs);
      res.once('close', left);
    },
    endAll() {
      for (const res of held) res.destroy();
    },
  };
}
