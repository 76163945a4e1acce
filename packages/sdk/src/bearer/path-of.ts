/** The path of `apiKeys` is `/v1/api-keys`. */
export const pathOf = (resource: string): string => `/v1/${resource.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
