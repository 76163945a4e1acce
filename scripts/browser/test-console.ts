import assert from 'node:assert/strict';
import { runBrowserChecks } from './browser-checks.ts';
import { followEvents, loseNetwork, replayWebhook, revokeKey } from './console-access-walk.ts';
import { changeContract, changeRequest, changeUser, changeWebhook } from './console-change-walk.ts';
import { firstPurchase, readCharts } from './console-first-walk.ts';
import { fillPages } from './console-contents.ts';
import { measureFirstViews, measureScrolling } from './console-figures.ts';
import { readOperation, readUsage, showMenu, showUsage, useMenu } from './console-operation-walk.ts';
import { checkLooks, checkTexts, drawPictures, HOSTILE_TEXTS, pathsOf } from './console-pages.ts';
import {
  approveRequest,
  cancelPurchase,
  createApp,
  repeatLostCreate,
  logIn,
  makeContract,
  watchPurchase,
} from './console-walk.ts';
import { withDemoService } from '../terminal/demo-service.ts';

// Uses the console in Chromium, as people do, on a service as `npm start` starts it. With `--draw`, it writes the pictures
// of the guide instead of looking at each page; with `--walks`, it does neither. With words, as in `npm run test:console -- contents looks`, only the checks
// run whose names have one of them.

const ADMIN = { username: 'admin', password: 'a password for this check' };
const SETTINGS = {
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  // The slow shop confirms after 80 s, so that a purchase is still in process when a person has found the button.
  SANDBOX_SPEED: '0.1',
};

await runBrowserChecks({ locale: 'en-GB', reducedMotion: 'reduce' }, async (browser, check) => {
  await withDemoService(SETTINGS, async (service) => {
    const visit = { browser, service, admin: ADMIN };
    await check('log in', () => logIn(visit), { isNeeded: true });
    await check('an App, whose purchase completes in the table', async () => {
      await watchPurchase(visit, await createApp(visit, 'Online shop'));
    });
    await check('a create whose answer is lost', () => repeatLostCreate(visit));
    await check('the first purchase', () => firstPurchase(visit));
    await check('charts of the dashboard', () => readCharts(visit));
    await check('cancel a purchase in process', () => cancelPurchase(visit));
    await check('approve a request', () => approveRequest(visit));
    await check('revoke a key', () => revokeKey(visit));
    await check('replay a webhook', () => replayWebhook(visit));
    await check('follow the feed of events', () => followEvents(visit));
    await check('change and remove a contract', () => changeContract(visit));
    await check('change and remove an endpoint', () => changeWebhook(visit));
    await check('change a person', () => changeUser(visit));
    await check('change a request', () => changeRequest(visit));
    await check('lose the network and come back', () => loseNetwork(visit));
    await check('usage of an App', () => readUsage(visit));
    await check('queue and platforms', () => readOperation(visit));
    await check('menu of a narrow screen', () => useMenu(visit));
    if (process.argv.includes('--draw')) return drawPictures(visit);
    if (process.argv.includes('--walks')) return;
    await check('contents of every page', () => fillPages(visit, { name: 'ordinary', text: '办公用品采购' }));
    await check('make a contract', () => makeContract(visit));
    const paths = await pathsOf(visit);
    assert.ok(paths.length > 10);
    for (const path of paths) await check(`looks of ${path}`, () => checkLooks(visit, path));
    const above = { usage: { path: '/apps', show: showUsage }, menu: { path: '/profile', show: showMenu } };
    for (const [name, { path, show }] of Object.entries(above))
      await check(`looks of ${name}`, () =>
        checkLooks(visit, path, { name, show: (page) => show(page, visit) }),
      );
    await check('figures of first views', () => measureFirstViews(visit));
    await check('figures of scrolling', () => measureScrolling(visit));
    await check('hostile texts', () => checkTexts(visit, HOSTILE_TEXTS));
  });
});
