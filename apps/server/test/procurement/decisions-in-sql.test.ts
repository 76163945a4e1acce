import type { Prisma } from '#prisma';
import type { Scope } from '@procurement-intents/contract/bearer';
import { REQUEST_STATUSES, REQUEST_STATUSES_WITH_INTENT } from '@procurement-intents/contract/procurement';
import { type Holder, BearerError } from '@procurement-intents/domain/bearer';
import {
  approvalBy,
  contractUpdate,
  createdContract,
  createdRequest,
  decideApproval,
  decideEnd,
  type RequestChanges,
} from '@procurement-intents/domain/procurement';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../src/new-uuid.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { combine } from './priced-cases.ts';
import { nextNumber, requestBody } from './support.ts';

// Constraints hold what packages/domain decides about requests and contracts, whatever writes the rows. Both get the same cases.

useService();
const idOf = (prefix: string): string => `${prefix}_${newUuid()}`;
const scopes: readonly Scope[] = ['write:purchase-requests'];
const personWith = (userId: string) => ({ userId, isPerson: true, scopes }) as Holder;
const RIGHTS = { approvalLimitFen: 10n ** 9n, scopes };

/** The constraint that refuses a write, or the error; null when nothing does. */
async function refusalOf(write: () => Promise<unknown>): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (error) {
    return /constraint\W+([a-z_]+)/.exec(String(error))?.[1] ?? (error as Error).name;
  }
}

describe('a decision about a request', () => {
  const [requester, approver] = [idOf('usr'), idOf('usr')];

  /** A request of this status in the database, which another person has decided if anybody has. */
  async function requestIn(status: (typeof REQUEST_STATUSES)[number]) {
    const holder = personWith(requester);
    const body = requestBody(service) as unknown as Parameters<typeof createdRequest>[0];
    const request = createdRequest(body, { id: idOf('pr'), holder }, clock.now());
    const hasIntent = REQUEST_STATUSES_WITH_INTENT.includes(status);
    const decided = { decidedBy: idOf('usr'), decidedAt: clock.now() };
    const row = {
      ...request,
      status,
      ...((hasIntent || status === 'REJECTED') && decided),
      ...(hasIntent && { intentId: idOf('int') }),
      ...(status === 'ORDERED' && { spentFen: request.totalFen }),
    };
    await service.database.purchaseRequest.create({ data: row });
    return row;
  }

  /** What the decision writes, or why it is refused; `changes`: what an unchecked one would write. */
  function decide(
    action: 'approve' | 'reject',
    request: Awaited<ReturnType<typeof requestIn>>,
    holder: Holder,
  ): { changes: RequestChanges; reason: unknown } {
    const decision = { rights: RIGHTS, note: undefined, at: clock.now() };
    const asAnother = { ...request, status: 'PENDING', requestedBy: idOf('usr') } as const;
    const changes =
      action === 'approve'
        ? approvalBy(holder, decision, idOf('int'))
        : decideEnd('reject', asAnother, { holder }, decision)!;
    try {
      if (action === 'approve') decideApproval(request, { holder, version: 1 }, RIGHTS);
      else decideEnd('reject', request, { holder }, decision);
      return { changes, reason: null };
    } catch (error) {
      if (!(error instanceof BearerError)) throw error;
      return { changes, reason: error.extras.reason };
    }
  }

  /** The constraint that refuses a write of the decision, whoever has allowed it. */
  function constraintOf(
    action: 'approve' | 'reject',
    status: (typeof REQUEST_STATUSES)[number],
    isOwn: boolean,
  ): string | null {
    if (action === 'reject' && REQUEST_STATUSES_WITH_INTENT.includes(status))
      return 'purchase_requests_decided';
    if (isOwn) return 'purchase_requests_not_own';
    return action === 'approve' && status === 'ORDERED' ? 'purchase_requests_spent' : null;
  }

  it.each(combine({ status: REQUEST_STATUSES, action: ['approve', 'reject'], by: [requester, approver] }))(
    'to $action one that is $status is written when it is allowed, and never when it is an own one',
    async ({ status, action, by }) => {
      const request = await requestIn(status);
      const { changes, reason } = decide(action, request, personWith(by));
      const data = changes as Prisma.PurchaseRequestUpdateInput;
      const refusal = await refusalOf(() =>
        service.database.purchaseRequest.update({ where: { id: request.id }, data }),
      );
      const isOwn = by === requester;
      expect(refusal).toBe(constraintOf(action, status, isOwn));
      expect([reason === 'own request', reason === null]).toEqual([isOwn, !isOwn && status === 'PENDING']);
    },
  );
});

describe('a contract', () => {
  const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;

  it.each(combine({ validFrom: DAYS, validTo: DAYS }))(
    'is valid from $validFrom to $validTo when these are in order',
    async ({ validFrom, validTo }) => {
      const at = clock.now();
      const supplier = { id: idOf('sup'), name: 'Shop', platform: 'PLATFORM_A', status: 'ACTIVE' } as const;
      const shopKey = `days-${nextNumber()}.example/`;
      const stamps = { createdAt: at, updatedAt: at, version: 1 };
      await service.database.supplier.create({
        data: { ...supplier, ...stamps, shopUrl: `https://${shopKey}`, shopKey },
      });
      const body = { supplierId: supplier.id, title: 'Days', validFrom, validTo: '9999-12-31', lines: [] };
      const contract = createdContract(body, idOf('con'), at);
      const { id, title, status, maxAmountFen } = contract;
      const own = { id, supplierId: supplier.id, title, status, maxAmountFen, ...stamps };
      const days = { validFrom: new Date(validFrom), validTo: new Date(validTo) };
      const bySql = await refusalOf(() => service.database.contract.create({ data: { ...own, ...days } }));
      const byRule = await refusalOf(async () => contractUpdate({ validTo })(contract));
      expect([byRule, bySql]).toEqual(
        validFrom <= validTo ? [null, null] : ['ValidationError', 'contracts_days_in_order'],
      );
    },
  );
});
