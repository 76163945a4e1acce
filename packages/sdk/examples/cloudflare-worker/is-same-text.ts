/** Compares texts in a time that tells nothing about how much of them is equal. */
export async function isSameText(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([left, right].map(digest));
  return a?.reduce((difference, byte, index) => difference | (byte ^ (b?.[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
