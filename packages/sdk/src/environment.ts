import { checkClientNames, readVariable } from '#runtime';
import { check, checkOption } from './check-options.ts';
import type { ClientOptions, SignerOptions } from './client-options.ts';
import { createSigner } from './signing/signer.ts';

/**
 * The options, with the variables of the environment for those that are missing, and with a signer.
 *
 * @throws TypeError that names what is missing or misspelt, or for a secret that is unusable.
 */
export function completeOptions(options: ClientOptions): SignerOptions {
  // First: a misspelt option is missing too.
  checkClientNames(options);
  const { appSecret, dangerouslyAllowBrowser, signer, ...others } = options;
  const { baseUrl = readVariable('baseUrl', options), appId = readVariable('appId', options) } = others;
  return {
    ...others,
    baseUrl,
    appId,
    signer:
      signer ??
      createSigner(
        appId,
        checkSecret(appSecret ?? readVariable('appSecret', options), dangerouslyAllowBrowser),
      ),
  };
}

function checkSecret(appSecret: string, mayBeInBrowser: boolean | undefined): string {
  checkOption(appSecret && !/\s/.test(appSecret), 'appSecret');
  check(
    mayBeInBrowser || !('window' in globalThis && 'document' in globalThis),
    'appSecret in a page is public: use signer, or set dangerouslyAllowBrowser',
  );
  return appSecret;
}
