import type { CreateWebhookBody, UpdateWebhookBody } from '@procurement-intents/sdk';
import { InvalidArgumentError } from 'commander';
import type { FieldOption } from '../field-options.ts';
import { FEED_TYPES, WEBHOOK_VALUES, WEBHOOKS } from '../generated/tables.ts';
import { parseIdOf, parseIntegerOf, parseListOf, parseTextOf, parseUrlOf } from '../parse-arguments.ts';

type FieldName = keyof CreateWebhookBody;

const parseTypes = parseListOf(FEED_TYPES);
const asText = (text: string): string => text;

/** Every field of an endpoint. The type requires an entry for a new field of the service. */
export const WEBHOOK_FIELDS: Record<FieldName, FieldOption> = {
  url: {
    flags: '--url <url>',
    description: 'where the events are sent: https, and reachable from the internet',
    parse: parseUrlOf(WEBHOOKS.urlChars, 'https://erp.example.com/hooks'),
  },
  description: {
    flags: '--description <text>',
    description: 'what the endpoint is for',
    parse: parseTextOf({ min: 0, max: WEBHOOKS.descriptionChars }),
  },
  eventTypes: {
    flags: '--event-types <types>',
    description: `which events, separated by commas; ${WEBHOOKS.everyType} for all`,
    parse: parseEventTypes,
  },
  payload: {
    flags: '--payload <kind>',
    description: 'thin: the event alone; full: also the intent, without personal data',
    choices: WEBHOOK_VALUES.payload,
    parse: asText,
  },
  maxPerSecond: {
    flags: '--max-per-second <n>',
    description: `the most requests in a second, 1 to ${WEBHOOKS.maxPerSecond}`,
    parse: parseIntegerOf(1, WEBHOOKS.maxPerSecond),
  },
  status: {
    flags: '--status <status>',
    description: 'whether events are sent',
    choices: WEBHOOK_VALUES.status,
    parse: asText,
  },
  signature: {
    flags: '--signature <scheme>',
    description: 'v1: with a shared secret; v1a: with a public key',
    choices: WEBHOOK_VALUES.signature,
    parse: asText,
  },
};

export const WEBHOOK_FIELD_NAMES = Object.keys(WEBHOOK_FIELDS) as FieldName[];

// A record, so that a new field of the service must be decided here.
const IS_CHANGEABLE: Record<keyof UpdateWebhookBody, true> = {
  url: true,
  description: true,
  eventTypes: true,
  payload: true,
  maxPerSecond: true,
  status: true,
};
export const CHANGEABLE_NAMES = Object.keys(IS_CHANGEABLE) as (keyof UpdateWebhookBody)[];

function parseEventTypes(text: string): string[] {
  if (text === WEBHOOKS.everyType) return [text];
  const types = parseTypes(text).split(',');
  if (types.length <= WEBHOOKS.eventTypes) return types;
  throw new InvalidArgumentError(`It must be at most ${WEBHOOKS.eventTypes} types.`);
}

export const parseWebhookId = parseIdOf('an endpoint', 'webhookEndpoint', 'webhooks list');
export const parseDeliveryId = parseIdOf('a delivery', 'delivery', 'webhooks deliveries');
export const parseReplayId = parseIdOf('a replay', 'replay', 'webhooks replay');
