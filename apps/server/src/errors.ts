/** Errors that callers see. */
export { ApiError, ValidationError } from '@procurement-intents/domain';
