export { ApiError, ValidationError } from '@procurement-intents/domain';
