import { INTENT_STATUSES } from '@procurement-intents/contract';
import { presentOrder, type StoredOrder } from '@procurement-intents/domain/procurement';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { OrderActions } from './orders-page.tsx';

// Shows the name of each text instead of the text.
const i18n = createInstance({ lng: 'cimode' });
await i18n.init();

/** The markup of the buttons of an order on its way to be shipped, by the status of its intent. */
function buttonsOf(intentStatus: StoredOrder['intentStatus']): string {
  const order = presentOrder({
    id: `ord_${'0'.repeat(32)}`,
    status: 'PLACED',
    intentStatus,
    amountPaidFen: null,
    trackingNumber: null,
    trackingCompany: null,
    placedAt: new Date(0),
    updatedAt: new Date(0),
  } as StoredOrder);
  const actions = createElement(OrderActions, { order });
  const translated = createElement(I18nextProvider, { i18n }, actions);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, translated));
}

it('offers to cancel an order that can be cancelled, and not one that is bought', () => {
  const offered = INTENT_STATUSES.filter((status) => buttonsOf(status).includes('action.cancelOrder'));
  expect(offered).toEqual(['PROCESSING']);
});

it('offers to ask about every order', () => {
  for (const status of INTENT_STATUSES) expect(buttonsOf(status)).toContain('action.refresh');
});
