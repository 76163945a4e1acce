import { YEAR_SECONDS } from '@procurement-intents/contract';
import type { RequestHandler } from 'express';

const chosenIn = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/**
 * Sends readers of Chinese on to `inChinese`, if there is such a page. `?lang=` chooses a language, which a cookie remembers;
 * without a choice `Accept-Language` decides, and English is for those who say nothing. An address in Chinese is
 * always Chinese, and Markdown is in English alone.
 */
export const answerInLanguage =
  (inChinese: string | null): RequestHandler =>
  (req, res, next) => {
    const asked = chosenIn(req.originalUrl, /[?&]lang=(en|zh)(?:&|$)/);
    const remembered = chosenIn(req.headers.cookie ?? '', /(?:^|; *)docs_language=(en|zh)(?:;|$)/);
    if (asked !== undefined) {
      res.append(
        'Set-Cookie',
        `docs_language=${asked}; Path=/docs; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly`,
      );
    }
    if (inChinese === null) return next();
    res.vary('Accept').vary('Accept-Language').vary('Cookie');
    if (req.accepts(['text/html', 'text/markdown']) === 'text/markdown') return next();
    const language = asked ?? remembered ?? req.acceptsLanguages('en', 'zh');
    if (language !== 'zh') return next();
    // Not `redirect`, which writes a body by `Accept`.
    res.status(302).set('Cache-Control', 'no-cache').location(inChinese).end();
  };
