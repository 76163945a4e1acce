// Express alone: every request gets the same refusal, looked at by nobody.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { refusal } from './signature.ts';

const { status, body } = refusal('SIGNATURE_INVALID');
const app = express();
app.disable('x-powered-by');
app.use((_req, res) => {
  res.status(status).json(body);
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
