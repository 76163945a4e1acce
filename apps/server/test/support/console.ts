import { type BearerAnswer, callBearer, PASSWORD } from './bearer.ts';
import type { TestService } from './test-service.ts';

/** A browser with a session of the console. */
export class ConsoleVisitor {
  readonly #service: TestService;
  /** As the browser sends it. */
  cookie = '';
  csrfToken = '';

  constructor(service: TestService) {
    this.#service = service;
  }

  /** What the browser and the console's own page send with every call. */
  get headers(): Record<string, string> {
    return {
      Origin: this.#service.baseUrl,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': this.csrfToken,
      ...(this.cookie !== '' && { Cookie: this.cookie }),
    };
  }

  /** Calls as the page does; `headers` replace its own, an empty one leaves one out. */
  async call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<BearerAnswer> {
    const sent = Object.entries({ ...this.headers, ...headers }).filter(([, value]) => value !== '');
    const answer = await callBearer(this.#service, method, path, { body, headers: Object.fromEntries(sent) });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
    if (answer.body?.csrfToken !== undefined) this.csrfToken = answer.body.csrfToken;
    return answer;
  }

  async logIn(username: string): Promise<BearerAnswer> {
    const answer = await this.call('POST', '/console/session', { body: { username, password: PASSWORD } });
    if (answer.status !== 200) throw new Error(`the log-in was answered ${answer.status}`);
    return answer;
  }
}
