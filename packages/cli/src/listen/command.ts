import type { AppEvent } from '@procurement-intents/sdk';
import type { Command } from 'commander';
import { connectAs, optionsOf, type CliContext } from '../cli-context.ts';
import { eventCells, formatEventRow, noteOutage } from '../events/event-row.ts';
import { EXIT } from '../exit-codes.ts';
import { parseEventTypes, parseFrom } from '../parse-arguments.ts';
import type { Service } from '../service.ts';
import type { GlobalOptions } from '../settings.ts';
import type { Env } from '../settings-file.ts';
import { untilStopped } from '../until-stopped.ts';
import { forwardEvent, type Forwarded, TRIES } from './forward-event.ts';
import { parseForwardUrl, requireLoopback } from './forward-url.ts';
import { holdListener } from './listen-hold.ts';
import { type Listener, loadSecret, readCursor, writeCursor } from './listen-state.ts';

interface ListenOptions extends GlobalOptions {
  forwardTo: string;
  types?: string;
  from?: string;
  strict?: boolean;
  allowRemote?: boolean;
}

export function addListenCommand(program: Command, context: CliContext): void {
  program
    .command('listen')
    .summary('forward events to a receiver of webhooks on this machine')
    .description(
      'Posts each event of the App to an address of this machine, signed as a webhook, until it is stopped. Started again, it goes on after the last one.',
    )
    .requiredOption('--forward-to <url>', 'where to, such as http://localhost:4000/hooks', parseForwardUrl)
    .option('--types <types>', 'only events of these types, separated by commas', parseEventTypes)
    .option(
      '--from <start>',
      'now, or the sequence to begin after; 0 for the oldest. Default: go on, the first time from now',
      parseFrom,
    )
    .option('--strict', `exit with 1 when an event is not taken after ${TRIES} tries, instead of going on`)
    .option('--allow-remote', 'forward to another machine too')
    .action(async (_: unknown, command: Command) => listen(context, optionsOf<ListenOptions>(command)));
}

async function listen(context: CliContext, options: ListenOptions): Promise<void> {
  const { env } = context;
  const { forwardTo } = options;
  if (!options.allowRemote) requireLoopback(forwardTo);
  const { service, baseUrl, appId } = await connectAs(context, options);
  const listener = { baseUrl, appId, forwardTo };
  const hold = await holdListener(env, listener);
  try {
    await forward(context, { options, service, listener, lost: hold.lost });
  } finally {
    await hold.release();
  }
}

interface Forwarding {
  options: ListenOptions;
  service: Service;
  listener: Listener;
  /** Ends it when another process forwards these events. */
  lost: AbortSignal;
}

async function forward(context: CliContext, { options, service, listener, lost }: Forwarding): Promise<void> {
  const { terminal, env } = context;
  const { appId, forwardTo } = listener;
  const { types } = options;
  const secret = await loadSecret(env, listener);
  const cursor = await findStart(service, listener, { env, from: options.from });
  terminal.note(`secret: ${secret}`);
  terminal.note(`Events of ${appId} after ${cursor} go to ${forwardTo}; Ctrl-C ends it.`);
  await untilStopped(async (stopped) => {
    const signal = AbortSignal.any([stopped, lost]);
    const onRetry = (failure: string, tries: number) =>
      terminal.showProgress(`try ${tries} of ${TRIES}: ${failure}`);
    for await (const event of service.follow({ cursor, types, signal }, noteOutage(terminal))) {
      const forwarded = await forwardEvent(event, { url: forwardTo, secret, signal, onRetry });
      terminal.showProgress(null);
      const isEnd = forwarded.failure !== undefined && options.strict === true;
      // An event at which it ends comes again; one that it goes on after does not.
      if (!isEnd) await writeCursor(env, listener, String(event.sequence));
      await show(context, options, event, forwarded);
      if (isEnd) return context.setExitCode(EXIT.refused);
    }
  });
}

/** Where to begin. It is kept before the first event, so that a restart loses none that comes before. */
async function findStart(
  service: Service,
  listener: Listener,
  { env, from }: { env: Env; from: string | undefined },
): Promise<string> {
  const kept = from === undefined ? await readCursor(env, listener) : null;
  if (kept !== null) return kept;
  // The number of the newest event stands for `latest`, which means another one later.
  const { nextCursor: start } =
    from === undefined || from === 'latest'
      ? await service.listFeed({ cursor: 'latest', limit: 1 })
      : { nextCursor: from };
  await writeCursor(env, listener, start);
  return start;
}

async function show(
  { terminal }: CliContext,
  options: ListenOptions,
  event: AppEvent,
  forwarded: Forwarded,
): Promise<void> {
  const { status, durationMs, failure, tries } = forwarded;
  if (options.json) {
    const { id, type, sequence } = event;
    await terminal.print(`${JSON.stringify({ id, type, sequence, isTaken: !failure, ...forwarded })}\n`);
  } else {
    const cells = [...eventCells(event), String(status ?? '-'), `${durationMs} ms`];
    await terminal.print(formatEventRow(terminal, cells));
  }
  if (failure === undefined) return;
  const next = options.strict ? 'It comes first when you listen again.' : 'Going on.';
  terminal.note(`not taken after ${tries} tries: event ${event.sequence}, ${event.id}: ${failure}. ${next}`);
}
