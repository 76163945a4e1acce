/** Characters of the name of an App, an API key or a client of OAuth, after trimming. */
export const NAME_CHARS = { min: 1, max: 100 } as const;
