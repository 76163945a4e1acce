import { ROUTES } from '@procurement-intents/contract';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { signedHeaders } from '../support/sign.ts';
import type { Answer } from '../support/test-service.ts';
import { clock, service } from '../support/use-service.ts';

export const INTENTS = ROUTES.listIntents.path;
export const pathOf = (operation: keyof typeof ROUTES, id: string) =>
  ROUTES[operation].path.replace(':id', id);

export interface Message {
  method: string;
  path: string;
  body?: string;
  timestamp?: string;
}
export const createMessage = (body: string): Message => ({ method: 'POST', path: INTENTS, body });

export const now = () => String(clock.now().getTime());
export const sign = (message: Message) => signedHeaders(service.signer, { timestamp: now(), ...message });

/** Sends `message` exactly as it stands; signed as `signedAs`, which is the same unless given. */
export async function send(
  message: Message,
  signedAs: Partial<Message> = {},
  more: string[] = [],
): Promise<Answer> {
  const { method, path, body = '' } = message;
  const headers = Object.entries(sign({ ...message, ...signedAs })).map((pair) => pair.join(': '));
  const type = body === '' ? [] : ['Content-Type: application/json'];
  const bytes = requestBytes(`${method} ${path} HTTP/1.1`, [...headers, ...type, ...more], body);
  return toAnswer(await rawRequest(service.port, bytes));
}
