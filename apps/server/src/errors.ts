/** What the server throws for a caller to see. */
export { ApiError, ValidationError } from '@procurement-intents/domain';
