/** What a receiver of webhooks does after it has noted a delivery. */
export interface HookBehaviour {
  /** The status of the answer; null when it never ends an answer. */
  status: number | null;
  /** Shown on the pages. */
  behaviour: string;
}

/** The receivers of each inbox, by the name that follows the inbox in the address. */
export const HOOKS = {
  ok: { status: 204, behaviour: 'Takes the delivery, as the address without a name does.' },
  slow: { status: 204, behaviour: 'Takes it after 10 s.' },
  flaky: { status: 204, behaviour: 'Answers 503 to the first two deliveries of each id, then takes it.' },
  '500': { status: 500, behaviour: 'Answers 500.' },
  '429': { status: 429, behaviour: 'Answers 429, with Retry-After: 30.' },
  '410': { status: 410, behaviour: 'Answers 410: gone for good.' },
  redirect: {
    status: 307,
    behaviour: 'Redirects to ok; a sender that follows appears a second time.',
  },
  hang: { status: null, behaviour: 'Never answers.' },
  drip: { status: null, behaviour: 'Answers 200, then one byte a second without end.' },
  huge: { status: null, behaviour: 'Answers 200 with a body without end.' },
} as const satisfies Record<string, HookBehaviour>;

export type HookName = keyof typeof HOOKS;
export const HOOK_NAMES = Object.keys(HOOKS) as HookName[];

export const isHookName = (text: string): text is HookName => Object.hasOwn(HOOKS, text);
