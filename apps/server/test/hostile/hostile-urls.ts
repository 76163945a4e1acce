import type { Canaries } from './canaries.ts';
import { words } from './words.ts';

// This machine, in every spelling that some parser takes for it.
const THIS_MACHINE = [
  ...words('127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001'),
  ...words('0x7f.0.0.1 0x7f.1 0177.0.0.1 0177.0.0.01 0000177.0.0.1 00000000.0.0.0 0.0.0.0 0 0x0'),
  ...words('127.0.0.1.'),
  ...words('localhost LOCALHOST localhost. localhost.localdomain loopback ip6-localhost'),
  ...words('a.localhost'),
  ...words('[::1] [::] [0:0:0:0:0:0:0:1] [0000::1] [::ffff:127.0.0.1] [::ffff:7f00:1]'),
  ...words('[::ffff:0:127.0.0.1]'),
  ...words('[::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]'),
  ...words('[2001:0:7f00:1::] [::1%25lo] [fe80::1%25lo]'),
  ...words('①②⑦.⓪.⓪.① 127。0。0。1 １２７.0.0.1 ｌｏｃａｌｈｏｓｔ 127.0.0.1%00'),
  '127\u30020.0.1',
  'loc\u00adalhost',
  'local\u200bhost',
  ...words('%31%32%37.0.0.1 %6c%6f%63alhost 4294967297 127.0.0.1.nip.test 1.0.0.127.in-addr.arpa'),
  ...words('₁₂₇.0.0.1 𝟙𝟚𝟟.𝟘.𝟘.𝟙 𝐥ocalhost'),
];
// Other machines that only this one reaches: metadata services, private nets, what routers hold back.
const NEIGHBOURS = [
  ...words('169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518'),
  ...words('[::ffff:169.254.169.254] [::ffff:a9fe:a9fe]'),
  ...words('[fd00:ec2::254] metadata.google.internal metadata 100.100.100.200 192.0.0.192'),
  ...words('10.0.0.1 172.16.0.1 192.168.0.1'),
  ...words('100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1 [fe80::1] [fc00::1]'),
  ...words('[ff02::1] [2001:db8::1] 192.88.99.1'),
];
const SCHEMES = [
  ...words('file:///etc/passwd file://127.0.0.1/etc/passwd ftp://127.0.0.1/items/x'),
  ...words('gopher://127.0.0.1:6379/_PING data:text/html,x'),
  ...words('javascript:alert(1) blob:http://127.0.0.1/x ws://127.0.0.1/items/x about:blank'),
  ...words('view-source:http://127.0.0.1/ dict://127.0.0.1:11211/stat'),
  ...words('jar:http://127.0.0.1!/x ldap://127.0.0.1/ unix:/var/run/docker.sock'),
  ...words('http+unix://%2fvar%2frun%2fdocker.sock/ mailto:a@b urn:isbn:1 HtTpS://127.0.0.1/'),
];

/** Addresses that are none of the shop's product pages. `shop` is its origin, `${shop}/items/` its prefix. */
export function hostileUrls(shop: string, canaries: Canaries): string[] {
  const { port, others } = canaries;
  const { host, port: shopPort } = new URL(shop);
  const at = `127.0.0.1:${port}`;
  return [
    ...THIS_MACHINE.flatMap((name) => [`http://${name}:${port}/items/x`, `https://${name}/items/x`]),
    ...NEIGHBOURS.flatMap((name) => [`http://${name}/latest/meta-data/`, `http://${name}:${port}/items/x`]),
    ...SCHEMES,
    ...others.map((one) => `http://${one.host}:${one.port}/items/x`),
    ...[22, 80, 443, 2375, 5432, 6379, 9200, 11_211].map((other) => `http://127.0.0.1:${other}/items/x`),
    ...['127.0.0.2', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'].map(
      (name) => `http://${name}:${shopPort}/items/x`,
    ),
    // User info, and what looks like it.
    ...words(`http://user@${at}/items/x http://user:pass@${host}/items/x`),
    ...words(`http://${host}@${at}/items/x http://${host}%40${at}/items/x`),
    ...words(`http://${host}:80@${at}/items/x http://@${host}/items/x http://:@${host}/items/x`),
    ...words(`http://a@b@${at}/items/x`),
    ...words(`${shop}@${at}/items/x ${shop}%00@${at}/items/x ${shop}%2f@${at}/items/x`),
    ...words(`${shop}:@${at}/items/x`),
    // Separators that parsers read differently.
    ...words(`http:/${at}/items/x http:${at}/items/x`),
    `${shop}\\@${at}/items/x`,
    `http:\\\\${at}\\items\\x`,
    `http:/\\${at}/items/x`,
    ...words(`http:///${at}/items/x http:////${at}/items/x ${at}/items/x`),
    `\\\\${at}\\items`,
    `${shop}\\items\\x`,
    `${shop}/items\\..\\..\\x`,
    ...words(`http://${at}#@${host}/items/x http://${at}?@${host}/items/x`),
    ...words(`http://${at};@${host}/items/x`),
    `http://${at}\\.${host}/items/x`,
    `http://${at}\t/items/x`,
    `\thttp://${at}/items/x`,
    `ht\ttp://${at}/items/x`,
    `http://127.0.0\t.1:${port}/items/x`,
    ` ${shop}/items/x`,
    `${shop}/items/x `,
    ...words(`http：//${at}/items/x http://${at}／items／x ${shop}／items/x`),
    `http\u200b://${at}/items/x`,
    `${shop}/items/\u202ex`,
    `${shop}/items/\u2028`,
    // A prefix as text only, and ways out of it.
    ...words(`${shop}.evil.test/items/x ${shop}0/items/x http://evil.test/?${shop}/items/x`),
    ...words(`http://evil.test/#${shop}/items/x http://evil.test/${shop}/items/x`),
    ...words(`${shop}/itemsx ${shop}/Items/x ${shop}/item ${shop}//items/x ${shop}/x/items/x`),
    ...words(`${shop}/%69tems/x ${shop}/ ${shop}?/items/x`),
    shop,
    ...words(`${shop}/items/../secret ${shop}/items/./../secret ${shop}/items/%2e%2e/secret`),
    ...words(`${shop}/items/.%2E/secret ${shop}/items/x/../../secret`),
    ...words(`${shop}/items/..%2fsecret ${shop}/items/%2e%2e%2fsecret ${shop}/items/..%5csecret`),
    ...words(`${shop}/items%2fx ${shop}/items/x%00 ${shop}/items/%5c%5c${at}`),
    // Look-alikes of a shop's name.
    ...[
      'item.shop-а.example',
      'xn--tem-6cd.shop-a.example',
      'item.shop-a.example.evil.test',
      'itemshop-a.example',
      'item.shop-a.example.',
      'ıtem.shop-a.example',
    ].map((name) => `https://${name}/items/x`),
    // Ports and lengths.
    ...words('http://127.0.0.1:0/items/x http://127.0.0.1:65536/items/x http://127.0.0.1:-1/items/x'),
    ...words('http://127.0.0.1:1e3/items/x http://127.0.0.1:/items/x'),
    `${shop}/items/${'x'.repeat(2100)}`,
    `http://${'a'.repeat(300)}.test/items/x`,
    `http://${'1'.repeat(500)}/items/x`,
    `http://${'a.'.repeat(500)}test/`,
    ...words('x / // http:// http: http://[ http://[::1 http://[::g]/ http://% http://<>/'),
    ...words(`//${at}/items/x`),
    '',
    ' ',
    'http://a b/',
  ];
}
