import { readdirSync, readFileSync } from 'node:fs';

// Linux counts in these for programs, whatever its own clock does.
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

function readTimes(pid: number | string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold anything, so that counting begins behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (index: number): number => Number(fields[index]) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
  } catch {
    return null;
  }
}

/** CPU seconds that a process has used; null where there is no /proc. */
export function cpuSeconds(pid: number): number | null {
  return readTimes(pid)?.own ?? null;
}

/** CPU seconds of a process and of all its children, ended ones included. */
export function cpuSecondsWithChildren(pid: number): number | null {
  const main = readTimes(pid);
  if (!main) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(readTimes)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.own ?? 0), main.own + main.ended);
}

/** Resident memory in bytes; null where there is no /proc. */
export function residentBytes(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) * 1024 : null;
  } catch {
    return null;
  }
}
