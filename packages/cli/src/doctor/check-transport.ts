import type { OperationId } from '@procurement-intents/sdk';
import { PERMISSIONS_OF } from '../generated/tables.ts';
import { isKeyArriving } from './check-headers.ts';
import { fail, ok, skip, type Finding } from './finding.ts';
import {
  awkwardReadCall,
  isSignatureAccepted,
  probe,
  submitCall,
  writeCall,
  type Answer,
  type Target,
} from './probe.ts';

/** Checks that query, body and headers arrive unchanged, and which permissions the App has. Changes nothing. */
export async function checkTransport(target: Target, read: Answer): Promise<Finding[]> {
  const query = await probe(target, awkwardReadCall);
  const write = await probe(target, writeCall);
  // Without the permission to write, drafts may be updated and nothing submitted.
  const submit = isAllowed(write) ? await probe(target, submitCall) : write;
  return [
    checkAllowList(read),
    describeTransport('query', query, {
      advice:
        'Something between here and the service encodes the query anew. Let the proxy or gateway pass the request line as it is.',
    }),
    describeTransport('body', write, {
      advice:
        'Something between here and the service writes the body anew. Let the proxy or gateway pass its bytes as they are.',
    }),
    // Who may not buy cannot buy twice.
    ...(isAllowed(submit) ? [describeKey(await isKeyArriving(target))] : []),
    ...(write.code === 0 ? [] : [describeName(write)]),
    describePermission('may read', read, 'listIntents'),
    isAllowed(write) && submit.name === 'PERMISSION_MISSING'
      ? ok('may draft', 'intents:draft; to buy it would need intents:write')
      : describePermission('may write', submit, 'submitIntent'),
  ];
}

// A write names an intent that does not exist, so this error comes after the permission check.
const isAllowed = ({ name }: Pick<Answer, 'name'>): boolean => name === 'OK' || name === 'INTENT_NOT_FOUND';

function checkAllowList({ name, code, requestId, callerAddress }: Answer): Finding {
  if (name !== 'IP_NOT_ALLOWED') return ok('caller address', 'allowed');
  const advice = `Add ${callerAddress} to the App's allow list. If this is the address of a proxy, the service has to trust it (TRUSTED_PROXIES).`;
  return fail('caller address', `${callerAddress} is not on the App's allow list (${code})`, {
    advice,
    requestId,
  });
}

function describeTransport(part: string, answer: Answer, { advice }: { advice: string }): Finding {
  const { name, code, message, requestId } = answer;
  if (isSignatureAccepted(answer)) return ok(part, 'arrives as it was signed');
  if (name === 'SIGNATURE_INVALID')
    return fail(part, `the signature over the ${part} is refused (${code})`, { advice, requestId });
  return skip(part, `no clear answer: ${name} ${message}`.trim(), { requestId });
}

function describeKey(isArriving: boolean | null): Finding {
  if (isArriving === null) return skip('idempotency', 'no clear answer about Idempotency-Key');
  if (isArriving) return ok('idempotency', 'Idempotency-Key arrives');
  return fail('idempotency', 'Idempotency-Key does not arrive', {
    advice:
      'A create that is repeated after a lost answer would buy twice. Let the proxy or gateway on the way pass Idempotency-Key as it is.',
  });
}

/** @param write - a call that is always refused. */
function describeName({ isNameLost }: Answer): Finding {
  if (!isNameLost) return ok('error names', 'X-Error-Name arrives');
  return fail('error names', 'X-Error-Name of an answer does not arrive', {
    advice:
      'Programs tell errors apart by it. Let the proxy or gateway on the way pass the headers of answers as they are.',
  });
}

function describePermission(
  check: string,
  { name, code, message, requestId }: Answer,
  operation: OperationId,
): Finding {
  const permission = PERMISSIONS_OF[operation].join(' or ');
  if (isAllowed({ name })) return ok(check, permission);
  if (name === 'PERMISSION_MISSING') {
    return fail(check, `the App lacks ${permission} (${code})`, {
      advice: `Grant it ${permission}, if it is meant to have it.`,
      requestId,
    });
  }
  return skip(check, name === 'IP_NOT_ALLOWED' ? 'the caller address is refused before' : message, {
    requestId,
  });
}
