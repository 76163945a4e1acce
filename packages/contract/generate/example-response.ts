import { SUCCESS_MESSAGE } from '../src/signed/envelope.ts';

export interface Example {
  summary: string;
  value: unknown;
}
export type Examples = Record<string, Example>;

/** A success with this data. */
export const ok = (summary: string, data: unknown, message: string = SUCCESS_MESSAGE): Example => ({
  summary,
  value: { code: 0, message, data },
});
