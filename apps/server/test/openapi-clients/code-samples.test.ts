import { join } from 'node:path';
import { EXAMPLE_INTENT_ID, EXAMPLE_PURCHASE, ROUTES, type OperationId } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeSamples } from '../../../../packages/contract/generate/code-samples/code-samples.ts';
import { javaClass } from '../../../../packages/contract/generate/code-samples/java.ts';
import { SAMPLE_KEY, sampleCall } from '../../../../packages/contract/generate/code-samples/sample-call.ts';
import { intentBody } from '../support/intent-factory.ts';
import {
  createProgramFolder,
  hasTools,
  type ProgramFolder,
  type RunOptions,
} from '../support/program-folder.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { prepareWebhooks } from './prepare-webhooks.ts';

const { productUrl: ITEM_URL } = EXAMPLE_PURCHASE;
const IDS = Object.keys(ROUTES) as OperationId[];
const EXPORT_END = /\{"end":\{"count":\d+\}\}\s*$/;

let service: TestService;
let folder: ProgramFolder;
beforeAll(async () => {
  service = await startTestService();
  folder = createProgramFolder();
});
afterAll(async () => {
  folder.remove();
  await service.stop();
});

type Sources = Record<OperationId, string>;
/** Runs every program; gives what each printed. */
type Runner = (sources: Sources, env: Record<string, string>) => Promise<Record<string, string>>;

async function output(file: string, args: string[], options: RunOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await folder.run(file, args, options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** Writes the programs, and runs each with what `start` says. */
function eachWith(
  extension: string,
  start: (file: string) => [file: string, ...args: string[]],
  options: RunOptions = {},
): Runner {
  return async (sources, env) => {
    const runs = IDS.map(async (id) => {
      const [file, ...args] = start(folder.write(`${extension}/${id}.${extension}`, sources[id]));
      return [id, await output(file, args, { ...options, env: { ...options.env, ...env } })] as const;
    });
    return Object.fromEntries(await Promise.all(runs));
  };
}

/** All classes in one virtual machine, whose start costs more than all calls. */
const runJava: Runner = async (sources, env) => {
  const MARK = '--- end of a sample';
  const calls = IDS.map((id) => `${javaClass(id)}.main(args); System.out.println("${MARK}");`);
  const all = `class All { public static void main(String[] args) throws Exception { ${calls.join(' ')} } }`;
  const files = IDS.map((id) => folder.write(`java/${javaClass(id)}.java`, sources[id]));
  const out = join(folder.dir, 'java', 'out');
  await output('javac', ['-encoding', 'UTF-8', '-d', out, folder.write('java/All.java', all), ...files], {});
  const printed = await output('java', ['-Dfile.encoding=UTF-8', '-cp', out, 'All'], { env });
  return Object.fromEntries(IDS.map((id, index) => [id, printed.split(MARK)[index] ?? '']));
};

const runTypeScript: Runner = async (sources, env) => {
  const files = IDS.map((id) => folder.write(`ts/${id}.ts`, sources[id]));
  expect(await folder.typecheck(files)).toBe('');
  return eachWith('ts', (file) => [process.execPath, file])(sources, env);
};

const GO_ENV = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GO111MODULE: 'off' };
const LANGUAGES: { label: string; tools: string[]; run: Runner; timeoutMs?: number }[] = [
  {
    label: 'curl and openssl',
    tools: ['bash', 'curl', 'openssl'],
    run: eachWith('sh', (file) => ['bash', '-eo', 'pipefail', file]),
  },
  { label: 'Node SDK', tools: [], run: runTypeScript },
  { label: 'Python', tools: ['python3'], run: eachWith('py', (file) => ['python3', file]) },
  { label: 'Java', tools: ['javac', 'java'], run: runJava },
  {
    label: 'Go',
    tools: ['go'],
    run: eachWith('go', (file) => ['go', 'run', file], { env: GO_ENV, timeoutMs: 100_000 }),
    timeoutMs: 120_000,
  },
  { label: 'PHP', tools: ['php'], run: eachWith('php', (file) => ['php', file]) },
];

/** Intents for the samples to work on: one to read, one to change, one to cancel, two drafts. */
async function prepare(signer: Signer) {
  const create = async (changes = {}): Promise<string> => {
    const body = intentBody(service, 'ordinary', changes);
    const answer = await service.call('POST', '/api/v1/intents', { signer, body });
    expect(answer.body.code).toBe(0);
    return answer.body.data.id as string;
  };
  const cancelled = async (): Promise<string> => {
    const id = await create();
    const answer = await service.call('POST', `/api/v1/intents/${id}/cancel`, { signer });
    expect(answer.body.code).toBe(0);
    return id;
  };
  const read = await create();
  return {
    getIntent: read,
    listIntentEvents: read,
    updateIntent: await create(),
    cancelIntent: await create(),
    submitIntent: await create({ draft: true }),
    deleteIntent: await create({ draft: true }),
    setIntentLabels: await create(),
    archiveIntent: await cancelled(),
    unarchiveIntent: await cancelled(),
  } satisfies Partial<Record<OperationId, string>>;
}

describe.each(LANGUAGES)('the samples for $label', ({ label, tools, run, timeoutMs = 60_000 }) => {
  const isHere = hasTools(`every code sample for ${label}`, ...tools);

  it.skipIf(!isHere)(
    'do at the service what they show',
    async () => {
      const signer = await service.addApp();
      const ids: Partial<Record<OperationId, string>> = await prepare(signer);
      const productUrl = `${service.sandboxUrl}/a/items/ordinary?for=${encodeURIComponent(label)}`;
      const fit = await prepareWebhooks(service, signer, IDS);
      const sourceOf = (id: OperationId): string =>
        fit(id, codeSamples(id).find((sample) => sample.label === label)?.source ?? '')
          .replaceAll(EXAMPLE_INTENT_ID, ids[id] ?? EXAMPLE_INTENT_ID)
          .replaceAll(ITEM_URL, productUrl);
      const sources = Object.fromEntries(IDS.map((id) => [id, sourceOf(id)])) as Sources;
      const env = {
        PROCUREMENT_BASE_URL: service.baseUrl,
        PROCUREMENT_APP_ID: signer.appId,
        PROCUREMENT_APP_SECRET: signer.appSecret,
      };
      const printed = await run(sources, env);

      // The SDK gives the data alone, and throws what is not code 0.
      // An export has lines, the last of which is its end.
      const enveloped = label === 'Node SDK' ? [] : IDS.filter((id) => id !== 'exportIntents');
      expect(printed['exportIntents']).toMatch(label === 'Node SDK' ? /statusMessage/ : EXPORT_END);
      const codes = enveloped.map((id) => [id, (JSON.parse(printed[id] ?? '') as { code: number }).code]);
      expect(codes).toEqual(enveloped.map((id) => [id, 0]));
      expect(printed['getHealth']).toContain('healthy');
      expect(printed['getIntent']).toContain(ids.getIntent);
      expect(printed['listIntents']).toContain(ids.getIntent);
      expect(printed['listIntentEvents']).toContain('intent.submitted');
      const text = (sampleCall('createIntent').body ?? '').replace(ITEM_URL, productUrl);
      // The SDK sends the fields in the order of their names.
      const fields = Object.entries(JSON.parse(text) as object).sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      const sent = label === 'Node SDK' ? JSON.stringify(Object.fromEntries(fields)) : text;
      const expected = {
        [ids.getIntent ?? '']: 'SUBMITTED 2',
        [ids.updateIntent ?? '']: 'SUBMITTED 3',
        [ids.cancelIntent ?? '']: 'CANCELLED 2',
        [ids.submitIntent ?? '']: 'SUBMITTED 2',
        [ids.setIntentLabels ?? '']: 'SUBMITTED 2',
        [ids.archiveIntent ?? '']: 'CANCELLED 2 archived',
        [ids.unarchiveIntent ?? '']: 'CANCELLED 2',
        [await replayCreate(signer, sent)]: 'SUBMITTED 2',
      };
      const states = await statesOf(signer);
      expect(states).toMatchObject(expected);
      // The batch has made one more.
      const others = Object.keys(states).filter((id) => !(id in expected));
      expect(others.map((id) => states[id])).toEqual(['SUBMITTED 2']);
    },
    timeoutMs,
  );
});

/** Status and quantity of the App's intents, by id, and whether they are archived. */
async function statesOf({ appId }: Signer): Promise<Record<string, string>> {
  const rows = await service.database.intent.findMany({ where: { appId } });
  return Object.fromEntries(
    rows.map(({ id, status, quantity, archivedAt }) => [
      id,
      `${status} ${quantity}${archivedAt ? ' archived' : ''}`,
    ]),
  );
}

/** Sends what the sample for create sent once more: the key must be known, with the very same bytes. */
async function replayCreate(signer: Signer, rawBody: string): Promise<string> {
  let id = '';
  // The samples may have used up what an App creates in a second.
  const send = async () => {
    const { headers, body } = await service.call('POST', '/api/v1/intents', {
      signer,
      rawBody,
      headers: { 'Idempotency-Key': SAMPLE_KEY },
    });
    id = body.data?.id ?? '';
    return [body.code, headers.get('Idempotency-Replayed')];
  };
  await expect.poll(send, { timeout: 5000, interval: 300 }).toEqual([0, 'true']);
  return id;
}
