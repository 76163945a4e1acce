import type { GatewayRefusal } from '@procurement-intents/contract/gateway/messages';
import type { Response } from 'express';

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Responds with 400 and every invalid field. */
export function refuseRequest(res: Response, issues: readonly Issue[]): void {
  const named = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const message = named.map((issue) => `${issue.path || 'order'}: ${issue.message}`).join('; ');
  const refusal: GatewayRefusal = { reason: 'OTHER', message };
  res.status(400).json({ ...refusal, issues: named });
}
