/** Points to the documentation, because the texts themselves are too large for a page to load. */
export function fixOf(_name: string, docUrl: string): string {
  return `See ${docUrl}`;
}

/** Names the option; what it must be is too much for a page, and its documentation says it. */
export function faultOf(name: string): string {
  return `${name} is not valid`;
}

/** This build reads no environment, even where the runtime has one. @throws TypeError */
export function readVariable(option: string, _options: object): never {
  throw new TypeError(`${option} is missing: this build (browsers, workers) reads no environment`);
}

/** Checks nothing: in a page every byte counts, and the compiler knows the options. */
export function checkCallNames(_operation: string, _options: object): void {}

/** Checks nothing, for the same reason. */
export function checkClientNames(_options: object): void {}

/** None: a page may send no `User-Agent`, and the service would have to allow any other header of a page. */
export const CLIENT_HEADERS = {};
