/** Text lengths in Unicode code points, after trimming. */
export const PROCUREMENT_TEXT_LENGTHS = {
  supplierName: { min: 1, max: 100 },
  contactName: { min: 1, max: 50 },
  /** A landline or mobile number, with or without an extension. */
  contactPhone: { min: 3, max: 30 },
  contractTitle: { min: 1, max: 200 },
  justification: { min: 1, max: 1000 },
  note: { min: 0, max: 500 },
} as const;

export const PROCUREMENT_LIMITS = {
  /** Lines of one contract. */
  contractLines: 200,
  /** The longest period of a report, both days included. */
  reportDays: 366,
  /** The period of a report without `from` and `to`. */
  reportDefaultDays: 30,
  /** Groups of a report. A row is some 300 bytes in memory and in the answer. */
  reportGroups: 20_000,
  /** How long a call waits for a worker to ask the platform about an order. */
  orderRefreshMs: 20_000,
} as const;
