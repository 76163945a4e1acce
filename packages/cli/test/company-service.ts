import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Received {
  method: string;
  path: string;
  token: string | undefined;
  accept: string | undefined;
  body: string;
}

export type Reply = [status: number, body: object | string, type?: string];

/**
 * The company's side of a service on loopback until the end of the test. Replies are by path without its query; of several
 * for a path each is given once, the last one for ever.
 */
export async function hostCompany(replies: Record<string, Reply[]>) {
  const received: Received[] = [];
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const path = url.split('?', 1)[0] ?? '';
    const token = request.headers.authorization?.replace('Bearer ', '');
    const { accept } = request.headers;
    received.push({ method, path: url, token, accept, body: await text(request) });
    const own = replies[path] ?? [[404, { error: { code: 'not_found', message: 'no' } }] as Reply];
    const [status, body, type = 'application/json'] = (own.length > 1 ? own.shift() : own[0]) as Reply;
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const baseUrl = await listen((request, response) => void serve(request, response));
  return { baseUrl, received };
}

export const tokens = (number: number, expiresIn = 3_600): Reply => [
  200,
  {
    access_token: `at_${number}`,
    refresh_token: `rt_${number}`,
    token_type: 'Bearer',
    expires_in: expiresIn,
  },
];

export const oauthError = (error: string, status = 400): Reply => [
  status,
  { error, error_description: 'no' },
];

/** A device code whose polls need no pause. */
export const DEVICE_CODE: Reply = [
  200,
  {
    device_code: 'dc_1',
    user_code: 'BCDF-GHJK',
    verification_uri: 'https://buy.example/oauth/device',
    verification_uri_complete: 'https://buy.example/oauth/device?user_code=BCDF-GHJK',
    expires_in: 600,
    interval: 0,
  },
];

export const PROFILE: Reply = [
  200,
  { kind: 'user', id: 'usr_1', username: 'zhang.san', displayName: '张三', scopes: ['admin'] },
];
