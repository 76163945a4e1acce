import { CONSOLE_SECONDS } from '@procurement-intents/contract/console/limits';
import { expect, it } from 'vitest';
import { consoleEnd, isExtensionDue, isFormerCookieOver, isRenewalDue } from './console-session.ts';

const OPENED = new Date('2026-01-02T03:04:05Z');
const after = (seconds: number, ms = 0): Date => new Date(OPENED.getTime() + seconds * 1000 + ms);

it('ends after the idle time, and with the day of work in any case', () => {
  const { idle, session } = CONSOLE_SECONDS;
  expect(consoleEnd(OPENED, OPENED)).toEqual(after(idle));
  expect(consoleEnd(OPENED, after(60))).toEqual(after(60 + idle));
  expect(consoleEnd(OPENED, after(session - 1))).toEqual(after(session));
});

it('moves its end once a minute at most', () => {
  expect(isExtensionDue(OPENED, after(60, -1))).toBe(false);
  expect(isExtensionDue(OPENED, after(60))).toBe(true);
});

it.each([null, OPENED])('gets another cookie when the present one, of %s, is old', (renewedAt) => {
  const session = { openedAt: renewedAt === null ? OPENED : after(-9999), renewedAt };
  expect(isRenewalDue(session, after(CONSOLE_SECONDS.renewal, -1))).toBe(false);
  expect(isRenewalDue(session, after(CONSOLE_SECONDS.renewal))).toBe(true);
});

it('keeps the cookie before for calls that are under way', () => {
  const session = { renewedAt: OPENED };
  expect(isFormerCookieOver(session, after(CONSOLE_SECONDS.formerCookie, -1))).toBe(false);
  expect(isFormerCookieOver(session, after(CONSOLE_SECONDS.formerCookie))).toBe(true);
  expect(isFormerCookieOver({ renewedAt: null }, OPENED)).toBe(true);
});
