/** Quotes a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The file that the body came from, if it did. */
  bodyFile: string | null;
}

/** The command that sends exactly what was signed: curl changes neither path nor body. */
export function toCurl({ method, url, headers, body, bodyFile }: CurlRequest): string {
  // Without these curl reads [ ] as a pattern and takes .. out of a path.
  const words = ['curl', '--globoff', '--path-as-is', '-X', method];
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}: ${value}`);
  // `--data` would drop newlines from a file.
  if (body.length > 0)
    words.push('--data-binary', bodyFile === null ? body.toString('utf8') : `@${bodyFile}`);
  return [...words, url].map(quote).join(' ');
}
