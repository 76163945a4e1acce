/** Quotes a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The file of the body, if it came from one. */
  bodyFile: string | null;
}

/** The command that sends exactly the signed request: curl changes neither path nor body. */
export function toCurl({ method, url, headers, body, bodyFile }: CurlRequest): string {
  // Without these options curl treats [ ] as a pattern and removes .. from a path.
  const words = ['curl', '--globoff', '--path-as-is', '-X', method];
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}: ${value}`);
  // `--data` would remove newlines of a file.
  if (body.length > 0)
    words.push('--data-binary', bodyFile === null ? body.toString('utf8') : `@${bodyFile}`);
  return [...words, url].map(quote).join(' ');
}
