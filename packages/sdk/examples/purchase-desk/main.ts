import { readFileSync } from 'node:fs';
import {
  clientCredentials,
  createBearerClient,
  isBearerError,
  logIn,
  type CreateRequestBody,
} from '@procurement-intents/sdk/bearer';
import { approve, ask, follow } from './desk.ts';

/** A setting of the environment. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing in the environment`);
  return value;
}

const open = (credential: Parameters<typeof createBearerClient>[0]['credential']) =>
  createBearerClient({ baseUrl: setting('PROCUREMENT_BASE_URL'), language: 'en', credential });
const openDesk = () =>
  open(
    clientCredentials({ clientId: setting('DESK_CLIENT_ID'), clientSecret: setting('DESK_CLIENT_SECRET') }),
  );

const [command, subject = '', file = ''] = process.argv.slice(2);
try {
  if (command === 'ask' && file) {
    const body = JSON.parse(readFileSync(file, 'utf8')) as CreateRequestBody;
    const { id, status } = await ask(openDesk(), subject, body);
    console.log(id, status);
  } else if (command === 'approve' && subject) {
    const person = { username: setting('APPROVER_USERNAME'), password: setting('APPROVER_PASSWORD') };
    const session = logIn(person);
    const company = open(session);
    const request = await company.purchaseRequests.get(subject);
    console.log(request.title, request.price, request.quantity, request.justification);
    const decision = await approve(company, request, 'within budget');
    console.log('refused' in decision ? decision.refused : decision.request.status);
    if ('refused' in decision) process.exitCode = 1;
    await session.logOut();
  } else if (command === 'follow' && subject) {
    const { status, orderId } = await follow(openDesk(), subject);
    console.log(status, orderId ?? '');
  } else {
    console.error('usage: node main.ts ask <ticket> <file.json> | approve <pr_…> | follow <pr_…>');
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // A wrong or missing right is mended by the operators; all else may succeed when it is repeated.
  process.exitCode = isBearerError(error) && !error.retryable ? 1 : 3;
}
