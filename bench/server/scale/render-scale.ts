import { short, whole } from '../render-goals.ts';
import type { CallResult } from './calls.ts';
import type { ScaleResult } from './measure-scale.ts';

/** Sizes, and what each call does, for each size of the service. */
export function renderScale(results: readonly ScaleResult[]): string[] {
  return ['## Far more intents than fit here', '', ...results.flatMap(renderOne)];
}

function renderOne({ intents, months, sizes, calls, readers }: ScaleResult): string[] {
  const where = months === null ? 'none archived' : `archived in ${months} months`;
  return [
    `### ${whole(intents)} intents, ${where}`,
    '',
    '| Table | On disk with its indexes (GB) | Largest index (GB) | Levels |',
    '| --- | --- | --- | --- |',
    ...sizes.map(
      ({ table, bytes, largestIndexBytes, levels }) =>
        `| ${table} | ${whole(bytes / 1e9)} | ${whole(largestIndexBytes / 1e9)} | ${levels} |`,
    ),
    '',
    '| Call | Pages | Partitions | Log, most (kB) | Locks | Planned in (ms) | Ran in (ms) | Reads |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...calls.map(renderCall),
    '',
    ...(readers === null
      ? []
      : [`Readers of a moved intent at once, by the table of locks: ${readers}.`, '']),
  ];
}

function renderCall(result: CallResult): string {
  if ('failure' in result) return `| ${result.call} | ${result.failure} |  |  |  |  |  |  |`;
  const { call, pages, partitions, walBytes, locks, planMs, runMs, reads } = result;
  const cells = [
    call,
    whole(pages),
    partitions,
    short(walBytes / 1000, 1),
    locks,
    short(planMs, 1),
    short(runMs, 1),
    reads.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
