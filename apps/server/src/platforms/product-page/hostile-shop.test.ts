import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createFetchSlots } from '../../outbound/fetch-slots.ts';
import { PageReaders } from './page-readers.ts';
import { productHtml, startTestShop } from '../../../test/support/test-shop.ts';
import {
  type Answer,
  answers,
  fetchItem,
  html,
  item,
  kettle,
  openPages,
  refused,
  shop,
  unclear,
  useProductPageShop,
} from '../../../test/support/product-page-shop.ts';

useProductPageShop();

describe('a hostile shop', () => {
  const keepWriting = (response: ServerResponse, chunk: Buffer) => {
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  };

  test('that sends a gzip bomb is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    const before = process.memoryUsage().rss;
    const result = await fetchItem(html(bomb, { 'content-encoding': 'gzip' }));
    expect(result).toEqual(unclear('TOO_LARGE'));
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  test.each(['identity', 'gzip'])(
    'that sends an endless body in %s is cut off and disconnected',
    async (coding) => {
      const closed = Promise.withResolvers<number>();
      // Random bytes do not compress, so the limit on the wire applies.
      const noise = Buffer.from(
        Array.from({ length: 65_536 }, (_, index) => (index * 7919 + (index >> 3)) % 251),
      );
      const answer: Answer = (response) => {
        const socket = response.socket;
        socket?.on('close', () => closed.resolve(socket.bytesWritten));
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding });
        if (coding === 'gzip') response.write(gzipSync(Buffer.alloc(0)));
        keepWriting(response, coding === 'gzip' ? gzipSync(noise, { level: 0 }) : noise);
      };
      await expect(fetchItem(answer)).resolves.toEqual(unclear('TOO_LARGE'));
      expect(await closed.promise).toBeLessThan(16 * 1024 * 1024);
    },
  );

  test.each<[string, Answer, string]>([
    ['never answers', () => undefined, 'TIMEOUT'],
    [
      'stops after its headers',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write(' '),
      'TIMEOUT',
    ],
    ['hangs up before answering', (response) => void response.socket?.destroy(), 'CONNECTION'],
    ['resets', (response) => void response.socket?.resetAndDestroy(), 'CONNECTION'],
    ['speaks no HTTP', (response) => void response.socket?.end('hello\r\n\r\n'), 'BAD_ANSWER'],
    [
      'hangs up in the middle',
      (response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' })
          .write('<p>', () => response.socket?.destroy());
      },
      'CONNECTION',
    ],
    [
      'sends headers of a megabyte',
      (response) => void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`),
      'BAD_ANSWER',
    ],
  ])('that %s is unclear', async (_what, answer, reason) => {
    await expect(fetchItem(answer, 200)).resolves.toEqual(unclear(reason));
  });

  test.each([302, 404, 503])('is disconnected when it answers %s with an endless body', async (status) => {
    const closed = Promise.withResolvers<void>();
    const answer: Answer = (response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(status, { location: 'http://elsewhere.test/' });
      keepWriting(response, Buffer.alloc(65_536));
    };
    await expect(fetchItem(answer)).resolves.toMatchObject({ ok: false });
    await closed.promise;
  });

  /** A whole answer in one write, after so many interim ones, with a body of so many chunks of one byte. */
  const inPieces = ({ interim = 0, chunks = 0 }): Answer => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n';
    const before = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(interim);
    return ({ socket }) => void socket?.write(`${before}${head}${'1\r\n \r\n'.repeat(chunks)}0\r\n\r\n`);
  };

  test.each([
    [{ chunks: 8000 }, refused('NOT_A_PRODUCT')],
    [{ chunks: 9000 }, unclear('TOO_LARGE')],
    [{ interim: 8000 }, refused('NOT_A_PRODUCT')],
    [{ interim: 9000 }, unclear('TOO_LARGE')],
  ])('that sends a page in many pieces is cut off: %o', async (pieces, result) => {
    await expect(fetchItem(inPieces(pieces))).resolves.toEqual(result);
  });

  test('that sends byte by byte is disconnected when the time is up', async () => {
    let drip: NodeJS.Timeout | undefined;
    const closed = Promise.withResolvers<void>();
    const answer: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => closed.resolve());
    };
    await expect(fetchItem(answer, 200)).resolves.toEqual(unclear('TIMEOUT'));
    await closed.promise;
    clearInterval(drip);
  });

  test('that refuses connections is unclear', async () => {
    const gone = await startTestShop(() => undefined);
    await gone.close();
    const pages = openPages({ productUrlPrefixes: [`${gone.origin}/items/`] });
    await expect(pages.fetch(`${gone.origin}/items/x`, { timeoutMs: 500 })).resolves.toEqual(
      unclear('CONNECTION'),
    );
  });
});

describe('a long page', () => {
  const long = html(`<div ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(' ')}>`);

  test('waits while another one of its App is read, and delays no other page', async () => {
    const readers = new PageReaders();
    const other = readers.begin('busy', new AbortController().signal);
    await other.pause(0);
    const pages = openPages({ readers });
    answers.set('/items/long', long);
    answers.set('/items/x', html(productHtml()));
    const fetchFor = (appId: string, path: string, timeoutMs: number) =>
      pages.fetch(item(path), { appId, timeoutMs });
    await expect(fetchFor('busy', 'long', 500)).resolves.toEqual(unclear('OVER_SHARE'));
    await expect(fetchFor('busy', 'x', 5000)).resolves.toEqual(kettle(item('x')));
    await expect(fetchFor('idle', 'long', 10_000)).resolves.toEqual(refused('NOT_A_PRODUCT'));
    other.end();
    await expect(fetchFor('busy', 'long', 10_000)).resolves.toEqual(refused('NOT_A_PRODUCT'));
  });
});

describe('the caller', () => {
  test('aborts a fetch by its signal, before or while it runs', async () => {
    const pages = openPages();
    await expect(pages.fetch(item('x'), { timeoutMs: 2000, signal: AbortSignal.abort() })).resolves.toEqual(
      unclear('ABORTED'),
    );
    expect(shop.connections()).toBe(0);
    const controller = new AbortController();
    answers.set('/items/x', () => controller.abort());
    await expect(pages.fetch(item('x'), { timeoutMs: 2000, signal: controller.signal })).resolves.toEqual(
      unclear('ABORTED'),
    );
  });

  test('waits for a slot within its deadline', async () => {
    answers.set('/items/hang', () => undefined);
    answers.set('/items/x', html(productHtml()));
    const pages = openPages({ slots: createFetchSlots(1) });
    const hanging = pages.fetch(item('hang'), { timeoutMs: 300 });
    await expect(pages.fetch(item('x'), { timeoutMs: 100 })).resolves.toEqual(unclear('OVER_SHARE'));
    expect(shop.requests.map(({ path }) => path)).toEqual(['/items/hang']);
    const patient = pages.fetch(item('x'), { timeoutMs: 2000 });
    await expect(hanging).resolves.toEqual(unclear('TIMEOUT'));
    await expect(patient).resolves.toEqual(kettle(item('x')));
  });
});
