import { DAY_SECONDS } from '../durations.ts';

/** Bounds of the authorization server. */
export const OAUTH_LIMITS = {
  /** A used refresh token that is sent again within this time, while its successor is unused, gets the same successor. */
  retrySeconds: 10,
  /** Pause between two polls of a device; each `slow_down` makes it as much longer. */
  pollSeconds: 5,
  /** Device flows of one client that wait for their person. */
  pendingDevices: 1000,
  /** How long a device code is known after its end, so that the next poll hears of it. */
  deviceKeptSeconds: 60,
  /** From the log-in on a page to the decision there. */
  interactionSeconds: 600,
  redirectUris: 10,
  redirectUriChars: 1024,
  /** Of `state` and each other parameter that is kept or returned. */
  parameterChars: 2048,
  /** How long the previous secret of a client still authenticates, unless another time is given. */
  secretOverlapSeconds: DAY_SECONDS,
  secretOverlapMaxSeconds: 30 * DAY_SECONDS,
} as const;

/** What a device code begins with; base62 digits follow. */
export const DEVICE_CODE_PREFIX = 'dc_';
/** Letters of a user code: no vowels, so that no words appear, and none that are mistaken for another. RFC 8628, 6.1. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Letters of a user code; shown in two halves. */
export const USER_CODE_LENGTH = 8;

/** The bearer API, as the value of `resource` (RFC 8707) below the public address. */
export const RESOURCE_PATH = '/v1';
