const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The origin of this address, and those by which a browser on this machine may reach the same port. */
export function loopbackOrigins(baseUrl: string): string[] {
  const { protocol, port, origin } = new URL(baseUrl);
  const own = LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  return [...new Set([origin, ...own])];
}
