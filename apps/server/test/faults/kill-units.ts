import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Unit } from './fault-world.ts';
import { createKillSwitch, type KillPoint, nameOf } from './kill-points.ts';

/** Kills processes in turn, each at the next point of the list; every point must be met. */
export async function killInTurn(
  units: readonly Unit[],
  points: readonly KillPoint[],
): Promise<{ met: string[]; lastKill: Date }> {
  const met: string[] = [];
  let lastKill = new Date();
  const starting: Promise<void>[] = units.map(() => Promise.resolve());
  const switches = units.map((unit) => createKillSwitch(unit, () => unit.process.killNow()));
  for (const [turn, point] of points.entries()) {
    const unit = units[turn % units.length] as Unit;
    await starting[turn % starting.length];
    await switches[turn % switches.length]?.arm(point);
    await unit.process.hasEnded();
    lastKill = new Date();
    met.push(nameOf(point));
    // The other one dies while this one starts.
    const started = unit.process.start();
    // Awaited before its next turn; until then nobody would hear of it.
    started.catch(() => undefined);
    starting[turn % starting.length] = started;
  }
  await Promise.all(starting);
  return { met, lastKill };
}

/** Kills processes in turn at any moment, each once the one before has started again. */
export async function killAtRandom(units: readonly Unit[], kills: number): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await delay(randomInt(100, 1000));
    const unit = units[count % units.length];
    unit?.process.killNow();
    await unit?.process.hasEnded();
    await unit?.process.start();
  }
}
