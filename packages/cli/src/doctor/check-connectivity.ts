import { connect as connectTls } from 'node:tls';
import type { Env } from '../settings-file.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/**
 * The result of the health check. `clockOffsetMs` is how far our clock is ahead of the service's; null when unknown.
 */
export interface Connectivity {
  findings: Finding[];
  isReached: boolean;
  clockOffsetMs: number | null;
  /** What a proxy on the way calls itself, because the service sends no such header; null when none shows. */
  proxy: string | null;
}

const TIMEOUT_MS = 10_000;
const HEALTH_PATH = '/api/v1/health';

/** Sends an unsigned health check and examines the connection: name, port, TLS, redirects, clock. */
export async function checkConnectivity(baseUrl: string, env: Env): Promise<Connectivity> {
  const address = baseUrl.replace(/\/+$/, '') + HEALTH_PATH;
  const sentAt = Date.now();
  const lost = (finding: Finding): Connectivity => ({
    findings: [finding],
    isReached: false,
    clockOffsetMs: null,
    proxy: null,
  });
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const tookMs = Date.now() - sentAt;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const refusal = describeAnswer(response, text, address);
    if (refusal) return lost({ ...refusal, ...(requestId !== undefined && { requestId }) });
    const serverMs = timeOf(text, response.headers.get('date'));
    const secured = address.startsWith('https:') ? [await checkTls(new URL(address))] : [];
    return {
      findings: [ok('reachable', `${address} answered in ${tookMs} ms`), ...secured],
      isReached: true,
      clockOffsetMs: serverMs === null ? null : Math.round(sentAt + tookMs / 2 - serverMs),
      proxy: response.headers.get('server') ?? response.headers.get('via'),
    };
  } catch (error) {
    return lost(describeNetworkError(error, address, env));
  }
}

function describeAnswer(response: Response, text: string, address: string): Finding | null {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const advice =
      'Use the address that it leads to: a redirect is never followed, since it would carry the signature along.';
    return fail('reachable', `${address} redirects to ${headers.get('location') ?? 'nowhere'}`, { advice });
  }
  const envelope = parse(text);
  if (typeof envelope?.code !== 'number') {
    const advice =
      'Another program answers there. Check address, port and path, and any proxy or login page on the way.';
    return fail('reachable', `HTTP ${status}, and not an answer of the service`, { advice });
  }
  if (envelope.code === 0) return null;
  const isHealthError = status === 503;
  return fail('reachable', `HTTP ${status}, ${envelope.code}: ${envelope.message ?? ''}`, {
    advice: isHealthError
      ? 'The service cannot serve now; wait.'
      : 'Check the path: nothing may stand between address and /api/v1.',
  });
}

interface Envelope {
  code?: unknown;
  message?: string;
  data?: { timestamp?: string } | null;
}

function parse(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope | null;
  } catch {
    return null;
  }
}

/** The time in the body, which is exact; else the `Date` header, in whole seconds and perhaps from a proxy. */
function timeOf(text: string, date: string | null): number | null {
  const ms = Date.parse(parse(text)?.data?.timestamp ?? date ?? '');
  return Number.isNaN(ms) ? null : ms;
}

const NETWORK_ERRORS: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The name is unknown: check its spelling, and the DNS of this machine.'],
  [/^ECONNREFUSED$/, 'Nothing listens there: check the port, and whether the service runs.'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'Something cut the connection: a firewall, or a port that speaks something else.',
  ],
  [/TIMEDOUT|TIMEOUT|TimeoutError|EHOSTUNREACH|ENETUNREACH/, 'No way there: check firewall, VPN and proxy.'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/,
    'The certificate is not signed by an authority that Node knows: set NODE_EXTRA_CA_CERTS to the file of yours.',
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'The certificate is out of date, or the clock of this machine is.'],
  [/ALTNAME/, 'The certificate is for another name: use the name that it was made for.'],
  [/^(EPROTO|ERR_SSL)/, 'TLS failed: is this a port for plain http, or one without TLS 1.3?'],
];

function describeNetworkError(error: unknown, address: string, env: Env): Finding {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  const reason = cause?.code ?? (name === 'TimeoutError' ? name : (cause?.message ?? message));
  const known = NETWORK_ERRORS.find(([pattern]) => pattern.test(reason))?.[1];
  const hasProxy = Boolean(env['HTTPS_PROXY'] ?? env['https_proxy']) && !env['NODE_USE_ENV_PROXY'];
  const proxy = hasProxy
    ? 'HTTPS_PROXY is set, but Node heeds it only with NODE_USE_ENV_PROXY=1 (Node 24).'
    : '';
  const advice = [known ?? 'Check the address, and the network of this machine.', proxy].join(' ').trim();
  return fail('reachable', `${address}: ${reason}`, { advice });
}

/** Which TLS version is used and how long the certificate is valid. */
function checkTls({ hostname, port }: URL): Promise<Finding> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls({ host, port: Number(port) || 443, servername: host }, () => {
      const protocol = socket.getProtocol() ?? 'unknown';
      const until = socket.getPeerCertificate().valid_to;
      socket.destroy();
      const detail = `${protocol}, certificate valid until ${until}`;
      resolve(
        protocol === 'TLSv1.3'
          ? ok('TLS', detail)
          : warn('TLS', detail, {
              advice: 'The service speaks TLS 1.3: something before it ends the connection.',
            }),
      );
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
    socket.on('error', (error) => resolve(warn('TLS', error.message)));
  });
}
