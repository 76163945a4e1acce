export interface Config {
  port: number;
  host: string;
  token: string;
  file: string | null;
  speed: number;
}

/** Reads the `SANDBOX_*` variables. @throws Error that names the invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: readNumber(env, 'SANDBOX_PORT', {
      fallback: 3100,
      isGood: (port) => Number.isInteger(port) && port >= 0 && port <= 65_535,
      rule: 'a port number from 0 to 65535',
    }),
    host: env['SANDBOX_HOST'] || '127.0.0.1',
    token: env['SANDBOX_TOKEN'] || 'sandbox-token',
    file: env['SANDBOX_FILE'] || null,
    speed: readNumber(env, 'SANDBOX_SPEED', {
      fallback: 1,
      isGood: (speed) => speed > 0 && speed < Infinity,
      rule: 'a number above 0',
    }),
  };
}

interface NumberRule {
  fallback: number;
  isGood: (value: number) => boolean;
  rule: string;
}

function readNumber(env: NodeJS.ProcessEnv, name: string, { fallback, isGood, rule }: NumberRule): number {
  const text = env[name];
  if (!text) return fallback;
  const value = text.trim() === '' ? NaN : Number(text);
  if (!isGood(value)) throw new Error(`${name} must be ${rule}, not "${text}"`);
  return value;
}
