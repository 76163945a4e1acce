/** The part of JSON Schema that the contract's schemas produce. */
export interface JsonSchema {
  $ref?: string;
  $schema?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: JsonSchema[];
  /** Of a query: whether it takes filters by labels beside its properties. */
  takesLabels?: boolean;
}
