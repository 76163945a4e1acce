/** Numbers from 0 to 1, the same in every run, so that a failure can be reproduced. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Any well-formed or ill-formed text of 1 to 12 UTF-16 units, most of them ASCII. */
export function randomText(random: () => number): string {
  const length = 1 + Math.floor(random() * 12);
  const codes = Array.from({ length }, () => Math.floor(random() * (random() < 0.7 ? 0x7f : 0xffff)) + 1);
  return String.fromCharCode(...codes);
}
