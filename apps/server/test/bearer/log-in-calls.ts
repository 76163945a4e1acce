import { randomBytes } from 'node:crypto';
import { callBearer } from '../support/bearer.ts';
import { service } from '../support/use-service.ts';

export const logIn = (username: string, password: string, from = '198.51.100.1') =>
  callBearer(service, 'POST', '/auth/login', {
    body: { username, password },
    headers: { 'X-Forwarded-For': from },
  });
export const unknownUser = () => `nobody-${randomBytes(6).toString('hex')}`;
export const guesses = (count: number, make: (index: number) => ReturnType<typeof logIn>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
