import type { IntentsContext } from '../intents/intents-context.ts';
import { openSuccessorKeys } from '../open-keys.ts';
import type { Database } from '../postgres/database.ts';
import { COMPANY_CONNECTIONS, type CompanyParts, type CompanySide, openCompanySide } from './open-company.ts';
import { openCompanyPurchases } from './open-company-purchases.ts';
import { openPool, type Service } from './service-parts.ts';

/** What the company's side has of the parts of the API. */
interface ApiParts extends Pick<
  CompanyParts,
  'apps' | 'sharedCounts' | 'limiter' | 'readEvents' | 'publicUrl' | 'console'
> {
  intents: IntentsContext;
  openAppWebhooks: (database: Database) => CompanyParts['webhooks'];
}

/** The company's side, with connections of its own. */
export function connectCompany(
  service: Service,
  { intents, openAppWebhooks, ...parts }: ApiParts,
): CompanySide {
  const { config, clock, stores, blockedShops } = service;
  const database = openPool(service, COMPANY_CONNECTIONS);
  return openCompanySide({
    ...parts,
    environment: config.environment,
    successorKeys: openSuccessorKeys(config),
    database,
    lookups: service.database,
    clock,
    purchases: openCompanyPurchases({
      database,
      stores,
      intents,
      blockedShops,
      platforms: [...service.platforms.keys()],
    }),
    webhooks: openAppWebhooks(database),
  });
}
