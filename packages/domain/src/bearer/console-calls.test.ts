import { describe, expect, it } from 'vitest';
import { checkConsoleCall, type ConsoleCall } from './console-calls.ts';

const OWN = { origins: ['https://buy.example'], isCsrfToken: (given: string) => given === 'right' };
const CHANGE: ConsoleCall = {
  method: 'POST',
  fetchSite: 'same-origin',
  origin: 'https://buy.example',
  csrfToken: 'right',
};

describe('a call with the cookie of the console', () => {
  it('passes from its own page', () => {
    expect(() => checkConsoleCall(CHANGE, OWN)).not.toThrow();
    expect(() =>
      checkConsoleCall({ ...CHANGE, method: 'GET', origin: undefined, csrfToken: undefined }, OWN),
    ).not.toThrow();
  });

  it.each<[string, Partial<ConsoleCall>]>([
    ['from another site', { fetchSite: 'cross-site' }],
    ['from another host of the site', { fetchSite: 'same-site' }],
    ['typed into the address bar', { fetchSite: 'none' }],
    ['by no browser', { fetchSite: undefined }],
    ['from a foreign origin', { origin: 'https://buy.example.evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['without an origin', { origin: undefined }],
    ['without a token', { csrfToken: undefined }],
    ['with another token', { csrfToken: 'wrong' }],
  ])('is refused %s', (_how, changed) => {
    expect(() => checkConsoleCall({ ...CHANGE, ...changed }, OWN)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
  });

  it('is refused for a reading one from another site', () => {
    expect(() => checkConsoleCall({ ...CHANGE, method: 'GET', fetchSite: 'cross-site' }, OWN)).toThrow();
  });
});
