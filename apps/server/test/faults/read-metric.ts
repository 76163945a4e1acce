import type { Unit } from './fault-world.ts';

/** The value that a process tells of a metric with these labels; null as long as it has none. */
export async function readMetric(
  { process }: Pick<Unit, 'process'>,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | null> {
  const response = await fetch(`http://127.0.0.1:${process.privatePort}/metrics`);
  const lines = (await response.text()).split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line));
  const line = lines.find((one) =>
    Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
  );
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1));
}
