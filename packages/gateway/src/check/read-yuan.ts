/** An amount of yuan such as `20`, `19.9` or `19.90` in fen, or null. */
export function readYuan(text: string): number | null {
  const [, yuan, hundredths = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return yuan === undefined ? null : Number(yuan) * 100 + Number(hundredths.padEnd(2, '0'));
}
