import { expect, it } from 'vitest';
import { applyDecision } from './apply-decision.ts';
import { gatherEvidence } from './gather-evidence.ts';
import type { Attempt } from './processing-context.ts';

const attempt = { context: { clock: { now: () => new Date() } }, row: {} } as Attempt;
const step = { kind: 'guess' } as never;

it('fails the attempt at a call that nothing makes, instead of deciding again without its answer', async () => {
  await expect(gatherEvidence(attempt, step)).rejects.toThrow('nothing carries out the step guess');
});

it('fails the attempt at a decision that nothing writes, instead of ending its job', () => {
  expect(() => applyDecision(attempt, step, undefined)).toThrow('nothing carries out the step guess');
});
