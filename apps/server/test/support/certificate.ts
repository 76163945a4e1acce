import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('openssl is missing: the tests of TLS in the process are skipped\n');

/** A certificate for 127.0.0.1 that nobody else trusts. */
export function makeCertificate() {
  const dir = mkdtempSync(join(tmpdir(), 'transport-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=service.test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', ...subject],
    { stdio: 'ignore' },
  );
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(dir, { recursive: true });
  return pair;
}
