import type { CreateReplayBody, FeedEventType } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { WEBHOOK_VALUES } from '../generated/tables.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseEventTypes, parseTime } from '../parse-arguments.ts';
import type { Service } from '../service.ts';
import { UsageError } from '../usage-error.ts';
import { parseReplayId, parseWebhookId } from './webhook-fields.ts';

interface ReplayOptions {
  since?: string;
  until?: string;
  types?: string;
  scope?: CreateReplayBody['scope'];
}

export function addReplayCommand(webhooks: Command, context: CliContext): void {
  webhooks
    .command('replay')
    .summary('send the events of a span of time again')
    .description(
      'Sends the events of a span of time to an endpoint, oldest first, or shows how far a replay is.',
    )
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .argument('[replayId]', 'id of a replay that was begun: shows how far it is', parseReplayId)
    .option('--since <time>', 'events of this time or later; UTC without an offset', parseTime)
    .option('--until <time>', 'events of this time or before; default: now', parseTime)
    .option('--types <types>', 'only these types, separated by commas', parseEventTypes)
    .addOption(
      new Option(
        '--scope <scope>',
        'missed: what it has not taken yet, the default; all: also the rest',
      ).choices(WEBHOOK_VALUES.replayScope),
    )
    .action(async (id: string, replayId: string | undefined, _: unknown, command: Command) => {
      const options = optionsOf<ReplayOptions>(command);
      const work = replayId === undefined ? begin(id, options) : look(id, replayId, options);
      const replay = await work(await connect(context, options));
      await (options.json ? printJson(context.terminal, replay) : showFields(context.terminal, replay));
    });
}

type Work = (service: Service) => Promise<object>;

function begin(id: string, { since, until, types, scope }: ReplayOptions): Work {
  if (since === undefined)
    throw new UsageError(
      'it is not said from when to replay',
      'Add --since, or the id of a replay to look at.',
    );
  const body = { since, until, types: types?.split(',') as FeedEventType[] | undefined, scope };
  return ({ webhooks }) => webhooks.replay(id, body);
}

function look(id: string, replayId: string, { since, until, types, scope }: ReplayOptions): Work {
  if ([since, until, types, scope].some((each) => each !== undefined))
    throw new UsageError('a replay that was begun cannot be changed', 'Leave out its id, or the options.');
  return ({ webhooks }) => webhooks.getReplay(id, replayId);
}
