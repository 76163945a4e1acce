import assert from 'node:assert/strict';
import { runBrowserChecks } from './browser-checks.ts';
import { checkLooks, checkTexts, drawPictures, HOSTILE_TEXTS, pathsOf } from './console-pages.ts';
import { approveRequest, cancelPurchase, createApp, logIn, watchPurchase } from './console-walk.ts';
import { withDemoService } from './demo-service.ts';

// Uses the console in Chromium, as people do, on a service as `npm start` starts it. With `--draw`, it writes the pictures
// of the guide instead of looking at each page.

const ADMIN = { username: 'admin', password: 'a password for this check' };

await runBrowserChecks({ locale: 'en-GB', reducedMotion: 'reduce' }, async (browser, check) => {
  const settings = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  await withDemoService(settings, async (service) => {
    const visit = { browser, service, admin: ADMIN };
    await check('log in', () => logIn(visit));
    await check('an App, whose purchase completes in the table', async () => {
      await watchPurchase(visit, await createApp(visit, 'Online shop'));
    });
    await check('cancel a purchase in process', () => cancelPurchase(visit));
    await check('approve a request', () => approveRequest(visit, '无线鼠标'));
    if (process.argv.includes('--draw')) return drawPictures(visit);
    await check('hostile texts', () => checkTexts(visit, HOSTILE_TEXTS));
    const paths = await pathsOf(visit);
    assert.ok(paths.length > 10);
    for (const path of paths) await check(`looks of ${path}`, () => checkLooks(visit, path));
  });
});
