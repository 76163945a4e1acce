import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import { AppId } from './app-schemas.ts';
import { MINUTE_RATES } from '../limits.ts';
import { CheckSignatureBody, SignatureCheck } from './check-schemas.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { bearer } from '../bearer/metadata.ts';
import { CHECK_ROUTES } from './route-table.ts';

const c = initContract();
const metadata = bearer('admin', 'json', ['not_found']);

/** The operations that find out why signed calls are refused. */
export const checkRoutes = c.router({
  /** Explains a signature of an App. */
  checkAppSignature: {
    ...CHECK_ROUTES.checkAppSignature,
    summary: 'Check a signature of an App',
    description: `Says what the service would sign, and which known mistake explains the signature that was sent. It compares inside and returns no signature. At most ${MINUTE_RATES.signatureChecks} checks a minute and credential.`,
    pathParams: z.object({ id: AppId }),
    query: NoQuery,
    body: CheckSignatureBody,
    responses: { 200: SignatureCheck, ...bearerFailures(...metadata.errors) },
    metadata,
  },
});
