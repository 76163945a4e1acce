/** The simulated shops; each lives under `/<shop>`. */
export const SHOPS = ['a', 'b', 'c'] as const;

export type Shop = (typeof SHOPS)[number];

/** The carrier of each shop, and the prefix of its tracking numbers. */
export const CARRIERS: Record<Shop, { company: string; prefix: string }> = {
  a: { company: '顺丰速运', prefix: 'SF' },
  b: { company: '中通快递', prefix: 'ZT' },
  c: { company: '圆通速递', prefix: 'YT' },
};
