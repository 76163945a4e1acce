/** Numbers from 0 to 1, the same in every run of a seed, so that a failure can be looked at again. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
