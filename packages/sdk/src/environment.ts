import { readVariable } from '#runtime';
import { check } from './check-options.ts';
import type { ClientOptions, SignerOptions } from './client-options.ts';
import { createSigner } from './signing/signer.ts';

/**
 * The options, with the variables of the environment for those that are missing, and with a signer.
 *
 * @throws TypeError that names what is missing, or for a secret that is unusable.
 */
export function completeOptions({
  appSecret,
  dangerouslyAllowBrowser,
  signer,
  ...others
}: ClientOptions): SignerOptions {
  const { baseUrl = readVariable('baseUrl'), appId = readVariable('appId') } = others;
  return {
    ...others,
    baseUrl,
    appId,
    signer:
      signer ??
      createSigner(appId, checkSecret(appSecret ?? readVariable('appSecret'), dangerouslyAllowBrowser)),
  };
}

function checkSecret(appSecret: string, mayBeInBrowser: boolean | undefined): string {
  check(appSecret && !/\s/.test(appSecret), 'appSecret is empty or has white space: try `doctor`');
  check(
    mayBeInBrowser || !('window' in globalThis && 'document' in globalThis),
    'appSecret in a page is public: use signer, or set dangerouslyAllowBrowser',
  );
  return appSecret;
}
