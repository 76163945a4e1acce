import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_PURCHASE } from '../../packages/contract/src/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES } from '../../packages/contract/src/bearer.ts';
import { addPerson, PASSWORD } from '../../apps/server/test/support/bearer.ts';
import {
  createProgramFolder,
  hasTools,
  type ProgramFolder,
} from '../../apps/server/test/support/program-folder.ts';
import { startTestService, type TestService } from '../../apps/server/test/support/test-service.ts';

let service: TestService;
let folder: ProgramFolder;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 4 });
  folder = createProgramFolder();
});
afterAll(async () => {
  folder.remove();
  await service.stop();
});

const credentialsOf = ({ username }: { username: string }): string =>
  JSON.stringify({ username, password: PASSWORD });

it.skipIf(!hasTools('the shell of the guide', 'bash', 'curl', 'grep'))(
  'a request goes from PENDING through an approval to ORDERED, block by block',
  async () => {
    const page = readFileSync(join(import.meta.dirname, 'ask-approve-buy.md'), 'utf8');
    const shell = [...page.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, code]) => code).join('');
    const asker = await addPerson(service, ROLES.requester);
    const approver = await addPerson(service, ROLES.approver, { approvalLimitFen: 5000_00n });
    const env = {
      PROCUREMENT_BASE_URL: service.baseUrl,
      ASKER: credentialsOf(asker),
      APPROVER: credentialsOf(approver),
    };
    const code = shell.replaceAll(EXAMPLE_PURCHASE.productUrl, `${service.sandboxUrl}/a/items/ordinary`);
    expect(code).not.toBe(shell);
    const { exitCode, stdout, stderr } = await folder.run('bash', ['-eo', 'pipefail', '-c', code], { env });
    expect({ exitCode, stderr, stdout }).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: 'PENDING\nAPPROVED\nORDERED\n',
    });
  },
  60_000,
);
