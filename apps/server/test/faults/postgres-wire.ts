import type { Tap } from './fault-proxy.ts';

/** Told of each statement on its way to Postgres, and when the answer to it is complete. False: it does not cross. */
export interface StatementWatcher {
  asked(sql: string): boolean;
  answered(sql: string): boolean;
}

interface Frame {
  type: string;
  body: Buffer;
}

/** Cuts a stream of the protocol into messages; what is incomplete waits for the next bytes. */
function frameReader(hasStartup: boolean): (bytes: Buffer) => Frame[] {
  let rest = Buffer.alloc(0);
  let isStarting = hasStartup;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const typeBytes = isStarting ? 0 : 1;
      if (rest.length < typeBytes + 4) return frames;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return frames;
      const type = isStarting ? 'startup' : rest.toString('latin1', 0, 1);
      frames.push({ type, body: rest.subarray(typeBytes + 4, end) });
      rest = rest.subarray(end);
      isStarting = false;
    }
  };
}

function textsOf(body: Buffer): [string, string] {
  const first = body.indexOf(0);
  const second = body.indexOf(0, first + 1);
  return [body.toString('utf8', 0, first), body.toString('utf8', first + 1, second)];
}

/** Follows the statements of one connection, prepared ones included. */
export function watchStatements(watcher: StatementWatcher): Tap {
  const readQuestion = frameReader(true);
  const readAnswer = frameReader(false);
  const prepared = new Map<string, string>();
  let running: string | null = null;

  function statementOf({ type, body }: Frame): string | null {
    if (type === 'Q') return textsOf(body)[0];
    if (type === 'P') {
      const [name, sql] = textsOf(body);
      prepared.set(name, sql);
    }
    // A binding names its portal first, then the statement.
    return type === 'B' ? (prepared.get(textsOf(body)[1]) ?? null) : null;
  }

  return {
    question(bytes) {
      for (const frame of readQuestion(bytes)) {
        const sql = statementOf(frame);
        if (sql === null) continue;
        running = sql;
        if (!watcher.asked(sql)) return false;
      }
      return true;
    },
    answer(bytes) {
      for (const { type } of readAnswer(bytes)) {
        if (type !== 'Z' || running === null) continue;
        const sql = running;
        running = null;
        if (!watcher.answered(sql)) return false;
      }
      return true;
    },
  };
}
