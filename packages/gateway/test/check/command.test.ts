import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../src/check/run-command.ts';
import { askHook, runHook } from '../../src/check/run-hook.ts';
import { startGateway, TOKEN } from './mutants/gateway.ts';
import type { Mutation } from './mutants/shop.ts';
import { QUICK_TIMES, SMALL_SIZES } from './quick.ts';

const ENV = { GATEWAY_TOKEN: TOKEN };

interface Ended {
  code: number;
  out: string;
  err: string;
}

async function run(
  args: string[],
  { answer, env = ENV }: { answer?: string; env?: object } = {},
): Promise<Ended> {
  const isTTY = answer !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY });
  stdin.end(answer ?? '');
  const tuning = { sizes: SMALL_SIZES, times: QUICK_TIMES };
  const code = await runCommand(args, env as NodeJS.ProcessEnv, { stdin, stdout, stderr }, tuning);
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

async function start(mutation: Mutation | null = null) {
  const { url, close } = await startGateway(mutation);
  onTestFinished(close);
  return ['check', url, '--product', `${url}/products/1`];
}

it('ends with 0 when every promise is kept', async () => {
  const { code, out } = await run([...(await start()), '--max-spend', '200', '--only', 'money']);
  expect(out).toContain('ok    money/cap');
  expect(out).toContain('ok    money/quote');
  expect(out).toContain('4 kept, 0 broken, 1 not checked. It has cost 0.00 yuan');
  expect(code).toBe(0);
});

it('names promise, exchange and mend of what is broken, and ends with 1', async () => {
  const args = await start('pay-before-compare');
  const { code, out } = await run([...args, '--max-spend', '200', '--only', 'money/cap']);
  expect(out).toContain('FAIL  money/cap');
  expect(out).toContain('promise  An order that costs more than maxTotal is REJECTED');
  expect(out).toContain('broken   the order is REJECTED, and yet 19.9 yuan were paid');
  expect(out).toMatch(/\| POST \/orders\n.*\| sent \{"merchantOrderNo":"chk-/);
  expect(out).toMatch(/\| got 201 \{"orderId":/);
  expect(out).toContain('mend     Compare quantity');
  expect(code).toBe(1);
});

it('reports for programs on stdout, for people beside it, and never shows the token', async () => {
  const args = [...(await start('pay-before-compare')), '--max-spend', '200', '--only', 'money/cap'];
  const json = await run([...args, '--report', 'json']);
  expect(JSON.parse(json.out)).toMatchObject({
    verdict: 'broken',
    cost: '0.00',
    results: [
      { id: 'money/cap', outcome: 'broken', exchanges: [{ method: 'POST', path: '/orders', status: 201 }] },
    ],
  });
  expect(json.err).toContain('FAIL  money/cap');
  const junit = await run([...args, '--report', 'junit']);
  expect(junit.out).toContain('<testsuite name="gateway" tests="1" failures="1" skipped="0"');
  expect(junit.out).toContain('<testcase classname="money" name="cap"');
  expect(junit.out).toContain('{&quot;merchantOrderNo&quot;:');
  expect(json.out + json.err + junit.out + junit.err).not.toContain(TOKEN);
});

it('leaves out what the limit does not pay for, and ends with 2', async () => {
  const { code, out } = await run([...(await start()), '--max-spend', '19.90', '--only', 'money']);
  expect(out).toContain('skip  money/cap: costs up to 19.90 yuan, and the limit leaves 0.00');
  expect(code).toBe(2);
});

it('asks a person for the limit', async () => {
  const args = [...(await start()), '--only', 'money/cap'];
  const { code, err } = await run(args, { answer: '60\n' });
  expect(err).toContain('up to 2 pieces for 19.90 yuan each, 39.80 if the shop cancels none');
  expect(err).toContain('The limit is 60.00 yuan.');
  expect(code).toBe(0);
  expect(await run(args, { answer: '\n' })).toMatchObject({ code: 2, out: '' });
});

it('spends nothing without a limit where nobody can answer', async () => {
  const { code, err } = await run([...(await start()), '--only', 'money/cap']);
  expect(err).toContain('name it with --max-spend');
  expect(code).toBe(2);
});

it.each([
  [[], 'a command is missing'],
  [['buy'], 'there is no command buy'],
  [['check'], 'the URL of the gateway is missing'],
  [['check', 'ftp://x'], 'is no http(s) URL'],
  [['check', 'http://127.0.0.1:1'], '--product is missing'],
  [
    ['check', 'http://127.0.0.1:1', '--product', 'http://x', '--max-spend', '1e3'],
    '--max-spend is an amount',
  ],
  [['check', 'http://127.0.0.1:1', '--product', 'http://x', '--only', 'doors'], 'there is no check doors'],
  [['check', 'http://127.0.0.1:1', '--product', 'http://x', '--report', 'xml'], '--report is text'],
  [['check', 'http://127.0.0.1:1', '--product', 'http://x', '--kill', 'true'], '--kill needs --restart'],
  [['check', 'http://127.0.0.1:1', '--product', 'http://x', '--name', 'x'], 'belong together'],
  [
    ['check', 'http://127.0.0.1:1', '--product', 'http://x', '--kills', '0'],
    '--kills is a whole number from 1',
  ],
  [['check', '--colour'], "Unknown option '--colour'"],
])('refuses %j', async (args, message) => {
  const { code, err, out } = await run(args);
  expect(err).toContain(message);
  expect(out).toBe('');
  expect(code).toBe(2);
});

it('refuses to run without a token, and against what does not respond or knows another token', async () => {
  const args = [...(await start()), '--max-spend', '20', '--only', 'door/json'];
  expect((await run(args, { env: {} })).err).toContain('set GATEWAY_TOKEN');
  const wrong = await run([...args, '--token', 'another']);
  expect(wrong.err).toContain('the gateway refuses the token (401)');
  const silent = await run([
    'check',
    'http://127.0.0.1:1',
    '--product',
    'http://127.0.0.1:1/1',
    '--max-spend',
    '20',
  ]);
  expect(silent.err).toContain('the gateway does not respond');
  expect([wrong.code, silent.code]).toEqual([2, 2]);
});

it('buys nothing when the price is too low for one piece, and says what is missing', async () => {
  const args = await start();
  const { code, out, err } = await run([
    ...args,
    '--max-spend',
    '200',
    '--price',
    '19.00',
    '--only',
    'money',
  ]);
  expect(err).toContain('one piece is REJECTED as PRICE_CHANGED when it may cost 19.00 yuan; --shipping is');
  expect(out).toBe('');
  expect(code).toBe(2);
});

describe('the commands of the person who checks', () => {
  const only = async (name: string, ...more: string[]) =>
    run([...(await start()), '--max-spend', '400', '--only', name, ...more]);

  it.each([
    ['echo 19.90', 'broken   the payment provider has charged 19.90 yuan for chk-', 1],
    ['echo 19.90; exit 3', 'the command failed (3): echo 19.90; exit 3', 2],
    ['echo much', 'the command prints no amount of yuan such as 19.90 or 0, but much: echo much', 2],
    ['true', 'but nothing: true', 2],
  ])('asks what was charged by %j', async (command, message, code) => {
    const ended = await only('money/cap', '--charged', command);
    expect(ended.out).toContain(message);
    expect(ended.code).toBe(code);
  });

  it('tells the number in quotation marks', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'check-hook-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const { code, out } = await only('money/cap', '--charged', `echo {no} >> ${dir}/numbers; echo 0`);
    expect(out).toContain('ok    money/cap');
    expect(readFileSync(join(dir, 'numbers'), 'utf8')).toMatch(/^chk-[0-9a-f]{8}-2\n$/);
    expect(code).toBe(0);
  });

  it('kills as often as it is told, and says how far it is', async () => {
    const { out, err } = await only('faults/kill', '--kill', 'true', '--restart', 'true', '--kills', '11');
    expect(err).toBe('10 of 11 kills\n');
    expect(out).toContain('ok    faults/kill');
  });
});

it('ends a command that does not end, with all that it has started', async () => {
  const hook = { command: 'sleep 61.7 & wait', limitMs: 300 };
  await expect(runHook(hook)).rejects.toThrow(/has not ended after 0\.3 s.*in the background: sleep 61\.7/);
  await expect(askHook(hook)).rejects.toThrow('has not ended');
});

it('shows its usage', async () => {
  const { code, out } = await run(['--help']);
  expect(out).toContain('--max-spend <yuan>');
  expect(code).toBe(0);
});
