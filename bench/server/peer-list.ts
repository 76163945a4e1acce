export const PGBENCH = 'pgbench insert';

interface Peer {
  /** As the report names it. */
  name: string;
  /** What the service does and this one does not, as the end of "it leaves out". */
  leavesOut: string;
}

const PROMISES =
  'signatures that outlive their intent, the timeline, page verdicts, limits, log lines, request ids and sealed recipients';

/** The servers that the service is measured beside, by their files under `peers/`. */
export const PEERS = {
  'express-prisma': { name: 'Express + Prisma + pg-boss', leavesOut: `${PROMISES}; it adds a job` },
  'fastify-pg': { name: 'Fastify + pg', leavesOut: `${PROMISES}; it adds no job either` },
  'same-promises/server': {
    name: 'Fastify + pg, same promises',
    leavesOut:
      'deadlines, budgets of bodies, allow lists, permissions, metrics, traces, changes of Apps and the ' +
      "database's clock; it keeps every other promise, on the same tables",
  },
  'express-constant': {
    name: 'Express, constant answer',
    leavesOut: 'everything: it gives the same refusal to every request and looks at none',
  },
} as const satisfies Record<string, Peer>;

export type PeerName = keyof typeof PEERS;

export const SAME_PROMISES = PEERS['same-promises/server'].name;

const LEFT_OUT = new Map<string, string>([
  ...Object.values<Peer>(PEERS).map(({ name, leavesOut }): [string, string] => [name, leavesOut]),
  [PGBENCH, 'HTTP, signature, validation and every row but the intent'],
]);

/** What a contender does less than the service; undefined for the service itself. */
export const leftOutBy = (name: string): string | undefined => LEFT_OUT.get(name);

/** Whether a contender keeps fewer promises than the service. */
export const doesLess = (name: string): boolean => LEFT_OUT.has(name) && name !== SAME_PROMISES;
