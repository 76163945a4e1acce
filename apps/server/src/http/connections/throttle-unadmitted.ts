import { CAPACITIES, DEFENCES, SIGNING_HEADERS } from '@procurement-intents/contract';
import type { AppDirectory } from '../../client-apps/app-directory.ts';
import { RATE_LIMITED } from '../../fair-share/rate-limited.ts';
import { addressKey } from '../../address-key.ts';
import { CallerLoad } from './caller-load.ts';
import { connectionOf } from './connection.ts';
import type { CallerKeys, RequestContext } from '../request-context.ts';

export interface ThrottleOptions {
  apps: AppDirectory;
  /** Whether the address is a proxy, whose connections carry requests of many callers. Default: none. */
  isProxy?: (address: string) => boolean;
  /** Default `DEFENCES.unadmittedPerSecond`. */
  unadmittedPerSecond?: number;
}

// So many requests of the process may be on their way to an admission before it is asked whose they are. In normal traffic
// they are fewer: an admission takes a millisecond.
const UNWATCHED = 100;

/**
 * Lets callers wait whose requests no rate limit of an App admits: unknown paths, pages, health checks, failed
 * authentications, calls over a rate limit. A caller is an address, or a known App at an address, so that others do not
 * slow an App; all known Apps of an address together have a limit, too, or naming them in turn would have none. Requests
 * that have begun and are not admitted yet count as well, since many can begin before the first of them is answered. While
 * nobody is over the limit, a request costs a few comparisons.
 */
export class UnadmittedThrottle {
  readonly #options: ThrottleOptions;
  readonly #callers: CallerLoad;
  readonly #apps: CallerLoad;
  #held = 0;
  #heldOfProxies = 0;
  /** Requests that have begun and are neither admitted nor answered. */
  #begun = 0;

  constructor(options: ThrottleOptions) {
    this.#options = options;
    const { unadmittedPerSecond = DEFENCES.unadmittedPerSecond } = options;
    this.#callers = new CallerLoad(unadmittedPerSecond);
    this.#apps = new CallerLoad(unadmittedPerSecond * DEFENCES.busyAppsPerAddress);
  }

  /** Whether any request may have to wait. */
  get isActive(): boolean {
    return this.#held > 0 || this.#begun >= UNWATCHED || this.#callers.isAnyOver || this.#apps.isAnyOver;
  }

  /**
   * Calls `start` now, or in about a second when the caller is over the limit; never when its connection is closed then.
   *
   * @throws ApiError `RATE_LIMITED` when too many requests from proxies wait.
   */
  acquire(request: RequestContext, start: () => void): void {
    const { socket } = request.req;
    const connection = connectionOf(socket);
    const isDirect = !this.#options.isProxy?.(socket.remoteAddress ?? '');
    // A connection carries the next admitted request; several at once would pass before the first of them is counted.
    const isInUse = isDirect && connection.isAdmitted && connection.isAlone;
    if (isInUse || !this.#isOver(request)) start();
    else if (isDirect) this.#holdConnection(request, start);
    else this.#holdOfProxy(request, start);
  }

  /** Notes that the request begins. */
  begin(request: RequestContext): void {
    this.#begun += 1;
    request.isBegun = true;
    if (this.#begun <= UNWATCHED) return;
    const { caller, apps } = this.#countedAs(request);
    request.watchedAs = { caller, apps };
    this.#callers.begin(caller);
    if (apps !== null) this.#apps.begin(apps);
  }

  /** Notes that a rate limit of the App has admitted the request. */
  admit(request: RequestContext, appId: string): void {
    request.isAdmitted = true;
    connectionOf(request.req.socket).admit(appId);
    this.#end(request);
  }

  /** Counts the request for its caller, once, unless a rate limit has admitted it. */
  count(request: RequestContext): void {
    this.#end(request);
    if (request.isAdmitted || request.isCounted) return;
    request.isCounted = true;
    connectionOf(request.req.socket).markUnadmitted();
    const { caller, apps } = this.#countedAs(request);
    this.#callers.add(caller);
    if (apps !== null) this.#apps.add(apps);
  }

  #isOver(request: RequestContext): boolean {
    const { caller, apps } = this.#keysOf(request);
    return this.#callers.isOver(caller) || (apps !== null && this.#apps.isOver(apps));
  }

  /** Forgets, once, that the request has begun. */
  #end(request: RequestContext): void {
    if (!request.isBegun) return;
    request.isBegun = false;
    this.#begun -= 1;
    if (request.watchedAs === null) return;
    const { caller, apps } = request.watchedAs;
    this.#callers.end(caller);
    if (apps !== null) this.#apps.end(apps);
  }

  /** What one App sends beyond its own limit does not count for the others. */
  #countedAs(request: RequestContext): CallerKeys {
    const { caller, apps } = this.#keysOf(request);
    return { caller, apps: apps !== null && this.#callers.isOver(caller) ? null : apps };
  }

  #keysOf({ req, ip }: RequestContext): CallerKeys {
    const address = addressKey(ip);
    const appId = req.get(SIGNING_HEADERS.appId) ?? '';
    if (!this.#options.apps.isKnown(appId)) return { caller: address, apps: null };
    return { caller: `${address} ${appId}`, apps: address };
  }

  #holdConnection(request: RequestContext, start: () => void): void {
    const connection = connectionOf(request.req.socket);
    connection.hold();
    this.#hold(request, (isOpen) => {
      // Closed before the wait is over, it would be opened again at once.
      if (connection.release()) connection.socket.destroy();
      else if (isOpen) start();
    });
  }

  #holdOfProxy(request: RequestContext, start: () => void): void {
    if (this.#heldOfProxies >= CAPACITIES.heldOfProxies) throw RATE_LIMITED;
    this.#heldOfProxies += 1;
    this.#hold(request, (isOpen) => {
      this.#heldOfProxies -= 1;
      if (isOpen) start();
    });
  }

  /** Calls `end` after the wait, or as soon as the client disconnects. */
  #hold({ req: { socket }, res }: RequestContext, end: (isOpen: boolean) => void): void {
    this.#held += 1;
    const finish = (): void => {
      clearTimeout(timer);
      res.off('close', finish);
      this.#held -= 1;
      end(!socket.destroyed);
    };
    // Requests that arrived together are spread, so that they do not return together.
    const timer = setTimeout(finish, DEFENCES.holdMs * (0.75 + Math.random() / 2));
    res.on('close', finish);
  }
}
