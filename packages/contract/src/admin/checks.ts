/**
 * Every check of the ledger by its name. The server has a check for each, and the console words for each in its other
 * language, so that neither compiles with one that is missing.
 */
export const checkIds = [
  ...['INV-00', 'INV-01', 'INV-02', 'INV-03', 'INV-04', 'INV-05', 'INV-06', 'INV-07', 'INV-08', 'INV-09', 'INV-10', 'INV-11', 'INV-12'],
  ...[
    'INV-13',
    'INV-14',
    'INV-14b',
    'INV-14c',
    'INV-15',
    'INV-16',
    'INV-19',
    'INV-20',
    'INV-21',
    'INV-21b',
    'INV-21c',
    'INV-22',
    'INV-22b',
  ],
  ...['INV-22c', 'INV-22d', 'INV-23', 'INV-24', 'INV-24b', 'INV-24c', 'INV-25', 'INV-26', 'INV-27', 'INV-28', 'INV-35', 'INV-37', 'INV-40'],
  ...['CLOSED-DAY', 'DEPOSIT-1', 'DEPOSIT-2', 'DEPOSIT-3', 'WITHDRAWAL-1', 'WITHDRAWAL-2', 'WITHDRAWAL-3', 'WITHDRAWAL-4'],
  ...['BLOCK-1', 'BLOCK-2', 'BLOCK-3'],
  ...['PLAN-1', 'PLAN-2'],
  'PRACTICE-1',
  ...['INV-29', 'MANDATE-1', 'MANDATE-2', 'MANDATE-3', 'MANDATE-4', 'MANDATE-5'],
  ...['FUND-1', 'FUND-2', 'FUND-3', 'FUND-4'],
  ...['INV-34', 'ROBOT-1', 'ROBOT-2', 'ROBOT-3'],
  ...['INV-31', 'INV-31b', 'INV-31c', 'INV-31d'],
  ...['FRACTION-1', 'FRACTION-2'],
  ...['DIVIDEND', 'SPLIT', 'SETTLE', 'STREET', 'MESSAGE', 'ALERT', 'REVERSAL-1', 'MINING-1', 'MINING-2'],
  ...['MARGIN-FILLS', 'MARGIN-ENTRIES', 'MARGIN-HELD', 'MARGIN-RESULT', 'MARGIN-QUESTIONS', 'HOUSE-DAYS', 'ANCHORS', 'CHECKPOINT'],
] as const
export type CheckId = (typeof checkIds)[number]
