import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from './database-address.ts';

const FAR = 'postgresql://u:p@db.example/x';

describe('an address of a database', () => {
  it.each([
    'postgresql://u:p@localhost/x',
    'postgresql://u:p@127.0.0.1:5433/x',
    'postgresql://u:p@[::1]/x',
    'postgresql://u:p@localhost/x?host=/var/run/postgresql',
    'postgresql://u:p@db.example/x?host=/var/run/postgresql',
    'postgresql://u:p@%2Fvar%2Frun%2Fpostgresql/x',
    `${FAR}?sslmode=require`,
    `${FAR}?sslmode=verify-ca`,
    `${FAR}?sslmode=verify-full`,
    `${FAR}?sslmode=disable&sslmode=verify-full`,
  ])('is private: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    FAR,
    `${FAR}?sslmode=disable`,
    `${FAR}?sslmode=prefer`,
    `${FAR}?sslmode=allow`,
    `${FAR}?sslmode=no-verify`,
    `${FAR}?ssl=true`,
    `${FAR}?sslmode=verify-full&sslmode=disable`,
    'postgresql://u:p@localhost/x?host=db.example',
    'postgresql://u:p@127.0.0.1.example/x',
    'postgresql://u:p@localhost.example/x',
    'postgresql://u:p@10.0.0.1/x',
    'postgresql://u:p@0.0.0.0/x',
  ])('can be read along: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});
