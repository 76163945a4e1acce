import { ROUTES } from '@procurement-intents/contract';
import { type BenchApp, signedHeaders } from './requests.ts';

/** Searches that are under way until they are stopped. */
export interface Searches {
  /** Waits until the database has no search to do any more; the answer is how many were answered with a page. */
  stop(): Promise<number>;
}

const { path: INTENTS } = ROUTES.listIntents;

/** The path of a search that finds nothing, so that it looks at all rows of the App. No two are the same. */
const searchPath = (index: number): string =>
  `${INTENTS}?filter[title][like]=${encodeURIComponent(`没有这个商品${'一二三四五六七八九十'.charAt(index % 10)}${index}`)}`;

/** Keeps `count` costly searches of one App under way. */
export function keepSearching(port: number, app: BenchApp, count: number): Searches {
  const ending = new AbortController();
  let started = 0;
  let answered = 0;
  async function get(path: string, signal?: AbortSignal): Promise<number> {
    const headers = signedHeaders(app, { method: 'GET', path });
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: signal ?? null });
    await answer.arrayBuffer();
    return answer.status;
  }
  async function searchOn(): Promise<void> {
    while (!ending.signal.aborted) {
      started += 1;
      const status = await get(searchPath(started), ending.signal).catch(() => 0);
      if (status === 200) answered += 1;
    }
  }
  const going = Array.from({ length: count }, searchOn);
  return {
    async stop() {
      ending.abort();
      await Promise.all(going);
      // An App has one list at a time, so that this one waits for the search whose caller has gone.
      await get(`${INTENTS}?userId=nobody`);
      return answered;
    },
  };
}
