import { describe, expect, test } from 'vitest';
import { matchProductUrl, parseProductPrefix } from './product-url.ts';

const PREFIXES = [
  'https://item.shop-a.example/',
  'https://shop-b.example:8443/goods',
  'http://127.0.0.1:3100/a/items/',
].map(parseProductPrefix);
const owns = (url: string) => matchProductUrl(url, PREFIXES) !== null;

describe('matchProductUrl', () => {
  test.each([
    'https://item.shop-a.example/1.html?sku=2#top',
    'HTTPS://ITEM.SHOP-A.EXAMPLE:443/1',
    'https://item.shop-a.example',
    'https://shop-b.example:8443/goods',
    'https://shop-b.example:8443/goods?id=1',
    'https://shop-b.example:8443/goods/%E8%8C%B6/茶',
    'http://127.0.0.1:3100/a/items/ordinary?price=5',
    'http://127.0.0.1:3100/a/items/x/../ordinary',
  ])('owns %s', (url) => {
    expect(owns(url)).toBe(true);
  });

  test.each([
    ['another scheme', 'http://item.shop-a.example/1'],
    ['another port', 'https://item.shop-a.example:8443/1'],
    ['the default port instead of the configured one', 'https://shop-b.example/goods/1'],
    ['a longer host', 'https://item.shop-a.example.evil.test/1'],
    ['a sub-domain', 'https://x.item.shop-a.example/1'],
    ['a parent domain', 'https://shop-a.example/1'],
    ['a host with a final dot', 'https://item.shop-a.example./1'],
    ['a path beside the prefix', 'https://shop-b.example:8443/goods-other/1'],
    ['a path of other case', 'https://shop-b.example:8443/GOODS/1'],
    ['a path that climbs out', 'https://shop-b.example:8443/goods/../admin'],
    ['a path that climbs out by encoded dots', 'https://shop-b.example:8443/goods/%2e%2e/admin'],
    ['a path with an encoded separator', 'https://shop-b.example:8443/goods/..%2fadmin'],
    ['a path with an encoded backslash', 'https://shop-b.example:8443/goods/..%5Cadmin'],
    ['a path with an encoded zero', 'https://shop-b.example:8443/goods/1%00.html'],
    ['a path with a separator that is encoded twice', 'https://shop-b.example:8443/goods/..%252fadmin'],
    ['a path with a backslash that is encoded thrice', 'https://shop-b.example:8443/goods/..%25255cadmin'],
    ['the folder above a prefix', 'http://127.0.0.1:3100/a/items'],
    ['a user', 'https://user@item.shop-a.example/1'],
    ['a user and a password', 'https://user:pw@item.shop-a.example/1'],
    ['an empty user', 'https://@item.shop-a.example/1'],
    ['our host as the user', 'https://item.shop-a.example@evil.test/1'],
    ['our host behind a fragment', 'https://evil.test#.item.shop-a.example/1'],
    ['our host behind a query', 'https://evil.test?https://item.shop-a.example/1'],
    ['a backslash', 'https://item.shop-a.example\\@evil.test/1'],
    ['backslashes for slashes', 'https:\\\\item.shop-a.example/1'],
    ['one slash', 'https:/item.shop-a.example/1'],
    ['three slashes', 'https:///item.shop-a.example/1'],
    ['no slash', 'https:item.shop-a.example/1'],
    ['no scheme', '//item.shop-a.example/1'],
    ['a leading space', ' https://item.shop-a.example/1'],
    ['a tab in the host', 'https://item.shop\t-a.example/1'],
    ['a newline in the scheme', 'ht\ntps://item.shop-a.example/1'],
    ['a zero byte', 'https://item.shop-a.example/\u00001'],
    ['a soft hyphen', 'https://item.shop\u00AD-a.example/1'],
    ['a direction override', 'https://item.shop-a.example/\u202E1'],
    ['a lone surrogate', 'https://item.shop-a.example/\uD800'],
    ['another protocol', 'ftp://item.shop-a.example/1'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/html,https://item.shop-a.example/1'],
    ['nothing', ''],
  ])('does not own %s', (_what, url) => {
    expect(owns(url)).toBe(false);
  });

  test('owns an address of 2048 characters, but no longer one', () => {
    const url = 'https://item.shop-a.example/'.padEnd(2048, 'x');
    expect(owns(url)).toBe(true);
    expect(owns(`${url}x`)).toBe(false);
  });
});

describe('parseProductPrefix', () => {
  test.each([
    ['http://127.0.0.1:3100/a/items/', true],
    ['http://localhost:3100/', true],
    ['http://[::1]:3100/', true],
    ['https://item.shop-a.example/', false],
    ['http://localhost.shop-a.example/', false],
  ])('detects whether %s names loopback', (prefix, isLoopback) => {
    expect(parseProductPrefix(prefix).isLoopback).toBe(isLoopback);
  });

  test.each([
    'shop-a.example',
    'ftp://shop-a.example/',
    'https://user@shop-a.example/',
    'https://shop-a.example/?x=1',
    'https://shop-a.example/#x',
    'http://10.0.0.1/',
    'http://8.8.8.8/',
    'http://[fd00::1]/',
    'http://127.0.0.2/',
    '',
  ])('refuses %s', (prefix) => {
    expect(() => parseProductPrefix(prefix)).toThrow();
  });
});
