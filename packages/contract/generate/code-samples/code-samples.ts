import type { CodeSample } from '../../src/signed/operation-description.ts';
import type { OperationId } from '../../src/signed/route-table.ts';
import { bashSample } from './bash.ts';
import { goSample } from './go.ts';
import { javaSample } from './java.ts';
import { nodeSdkSample } from './node-sdk.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { sampleCall, type SampleCall } from './sample-call.ts';

const LANGUAGES: { lang: string; label: string; write: (call: SampleCall) => string }[] = [
  { lang: 'Shell', label: 'curl and openssl', write: bashSample },
  { lang: 'TypeScript', label: 'Node SDK', write: nodeSdkSample },
  { lang: 'Python', label: 'Python', write: pythonSample },
  { lang: 'Java', label: 'Java', write: javaSample },
  { lang: 'Go', label: 'Go', write: goSample },
  { lang: 'PHP', label: 'PHP', write: phpSample },
];

/**
 * The entries of `x-codeSamples`, which OpenAPI viewers show next to an operation: programs that make the example call of an operation, one for each language. They read `PROCUREMENT_BASE_URL`, `PROCUREMENT_APP_ID` and
 * `PROCUREMENT_APP_SECRET` from the environment and print the response.
 */
export function codeSamples(id: OperationId): CodeSample[] {
  const call = sampleCall(id);
  return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: `${write(call)}\n` }));
}
