import { parseQuery } from '@procurement-intents/contract';
import express, { type Express } from 'express';

/** Express with the service's settings. */
export function createExpressApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', parseQuery);
  return app;
}
