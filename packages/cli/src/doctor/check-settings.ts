import { describeUnusualSecret, type Complete, type Settings } from '../settings.ts';
import { ID_PREFIXES } from '../generated/tables.ts';
import { openService } from '../service.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** Checks the form of the settings without sending anything. */
export function checkSettings(values: Complete, { sources }: Settings): Finding[] {
  return [
    checkAddress(values, sources.baseUrl),
    checkAppId(values, sources.appId),
    checkSecret(values, sources.appSecret),
  ];
}

function checkAddress(values: Complete, source = ''): Finding {
  try {
    openService({ ...values, appId: 'app' }, { env: {} });
    return ok('address', `${values.baseUrl} (${source})`);
  } catch (error) {
    const advice = 'Give the address of the service alone, such as https://procurement.example.';
    return fail('address', `${(error as Error).message} (${source})`, { advice });
  }
}

function checkAppId({ appId }: Complete, source = ''): Finding {
  if (/^[^\x21-\x7e]|[^\x21-\x7e]$/.test(appId)) {
    return fail('App id', `it begins or ends with white space (${source})`, {
      advice: 'Remove the white space.',
    });
  }
  if (!/^[\x21-\x7e]+$/.test(appId)) {
    return fail('App id', `it has characters that no id has (${source})`, { advice: 'Copy it once more.' });
  }
  const prefix = ID_PREFIXES.app;
  if (!new RegExp(`^${prefix}([0-9a-f]{32}|demo_[0-9a-f]{16})$`).test(appId)) {
    const advice = `Issued ids are ${prefix} and 32 hex digits, or ${prefix}demo_ and 16. Is it cut off, or the name of the App?`;
    return warn('App id', `${appId} has an unusual form (${source})`, { advice });
  }
  return ok('App id', `${appId} (${source})`);
}

function checkSecret({ appSecret, appId }: Complete, source = ''): Finding {
  const oddity = describeUnusualSecret(appSecret);
  if (oddity) {
    const advice = 'Set it without: printf %s instead of echo, and no quotes inside of the value.';
    return warn('App secret', `it ${oddity} (${source})`, { advice });
  }
  if (appSecret === appId) return fail('App secret', `it is the App id (${source})`);
  return ok('App secret', `given (${source})`);
}
