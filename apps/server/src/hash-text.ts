import { hash } from 'node:crypto';

/** The SHA-256 of a text in base64url. */
export const hashText = (text: string): string => hash('sha256', text, 'base64url');
