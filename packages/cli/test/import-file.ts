import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryFolder } from './run.ts';

export const HEADER = 'userId,platform,productUrl,title,price,quantity,recipientName,address,phone';
export const FAST = { limits: { create: 1_000, read: 1_000, write: 1_000, general: 1_000 } };

/** A row of its own for each `n`. */
export const row = (n: number) =>
  `user_${n},PLATFORM_A,https://item.shop-a.example/${n},item ${n},19.9,${n},张三,北京市朝阳区建国路 88 号,13800138000`;
export const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

export function writeCsv(lines: string[], header = HEADER): string {
  const file = join(temporaryFolder(), 'purchases.csv');
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  return file;
}

export const readReport = (file: string) =>
  readFileSync(`${file}.report.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const importFile = (file: string, env: Record<string, string>, ...options: string[]) =>
  run(['intents', 'import', file, '--json', ...options], env);
