/** The bits of an address; null for a text that is none. An IPv4 address is written as its IPv6 form. */
function bitsOf(address: string): string | null {
  const v4 = address.split('.');
  if (v4.length === 4 && v4.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return (
      '0'.repeat(80) + '1'.repeat(16) + v4.map((part) => Number(part).toString(2).padStart(8, '0')).join('')
    );
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null;
  const [head = '', tail] = address.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  return [...left, ...Array<string>(missing).fill('0'), ...right]
    .map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** Whether an address lies in a range, as `198.51.100.0/24`. For a form; the service checks by itself. */
export function isInRange(address: string, range: string): boolean {
  const [base = '', length] = range.split('/');
  const [given, wanted] = [bitsOf(address), bitsOf(base)];
  if (given === null || wanted === null) return false;
  const bits = length === undefined ? 128 : Number(length) + (base.includes('.') ? 96 : 0);
  return given.slice(0, bits) === wanted.slice(0, bits);
}
