// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

/** The fields of a draft, as a tool shows them. */
export const DRAFT_FIELDS = {
  properties: {
    userId: { type: 'string', description: 'Your own id of the person whose purchase it is.' },
    platform: {
      type: 'string',
      enum: ['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'],
      description: 'The e-commerce platform to buy on.',
    },
    productUrl: {
      type: 'string',
      description: "Address of the product's page, under one of the platform's product prefixes.",
    },
    title: { type: 'string', description: 'Title of the product.' },
    price: {
      type: 'number',
      description: 'Unit price in yuan, at most 2 decimals. The most that is paid for a piece.',
      minimum: 0.01,
      maximum: 99999999.99,
    },
    quantity: { type: 'integer', description: 'How many pieces.', minimum: 1, maximum: 999999 },
    recipientName: { type: 'string', description: 'Who receives the delivery.' },
    address: { type: 'string', description: 'Where the delivery goes.' },
    phone: {
      type: 'string',
      description: 'Mobile number of the recipient, 11 digits.',
      pattern: '^1[0-9]{10}$',
    },
    remarks: { type: 'string', description: 'Free text for the order.' },
    labels: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Your own names and values for the intent, to find it by. Not for personal data.',
    },
  },
  required: [
    'userId',
    'platform',
    'productUrl',
    'title',
    'price',
    'quantity',
    'recipientName',
    'address',
    'phone',
  ],
} as const;

/** Every status of an intent. */
export const STATUSES = ['DRAFT', 'SUBMITTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** Bounds of lists and keys. */
export const LIMITS = { pageSizeDefault: 20, pageSizeMax: 100, idempotencyKeyChars: 255 } as const;
