import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { expect, it } from 'vitest';
import { endpointRefusal, refuseEndpoint } from './endpoint-room.ts';

const known = Array.from({ length: WEBHOOK_LIMITS.endpoints }, (_, index) => ({
  id: `whk_${index}`,
  url: `https://shop.example/${index}`,
}));

it('refuses an address that the App has, before it counts', () => {
  expect(endpointRefusal(known, 'https://shop.example/3')).toEqual({ existing: 'whk_3' });
  expect(() => refuseEndpoint({ existing: 'whk_3' })).toThrow(
    expect.objectContaining({ errorName: 'WEBHOOK_EXISTS', data: { id: 'whk_3' } }),
  );
});

it('has room for as many endpoints as the contract says', () => {
  expect(endpointRefusal(known.slice(1), 'https://shop.example/new')).toBeNull();
  expect(endpointRefusal(known, 'https://shop.example/new')).toBe('full');
  expect(() => refuseEndpoint('full')).toThrow(
    expect.objectContaining({ errorName: 'LIMIT_REACHED', data: { limit: WEBHOOK_LIMITS.endpoints } }),
  );
});
