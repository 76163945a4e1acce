import type { Request } from 'express';

/** The path that is asked for; null for a target without one, such as `http://`, or without a sense, such as `http://[`. */
export function pathOf(req: Request): string | null {
  try {
    // Null for the first kind, whatever its type says; an error of the URL parser for the second.
    return req.path;
  } catch {
    return null;
  }
}
