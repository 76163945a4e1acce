import { expect, it } from 'vitest';
import { healthOf } from './health.ts';

const place = { call: 'place', state: 'open', processes: 1 } as const;

it.each([
  ['healthy', { calls: 100, failures: 9, stopped: [] }],
  ['failing', { calls: 100, failures: 10, stopped: [] }],
  ['quiet', { calls: 0, failures: 0, stopped: [] }],
  ['stopped', { calls: 0, failures: 0, stopped: [place] }],
  ['stopped', { calls: 100, failures: 0, stopped: [{ ...place, state: 'half-open' as const }] }],
])('is %s', (health, platform) => expect(healthOf(platform)).toBe(health));
