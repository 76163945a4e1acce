/** Points to the documentation, because the texts themselves are too large for a page to load. */
export function fixOf(_name: string, docUrl: string): string {
  return `See ${docUrl}`;
}

/** A page has no environment. @throws TypeError */
export function readVariable(option: string): never {
  throw new TypeError(`${option} is missing`);
}

/** None: a page may send no `User-Agent`, and the service would have to allow any other header of a page. */
export const CLIENT_HEADERS = {};
