/** Accounts of the ledger that mirror what a bank or a chain holds: money that came in is taken off them. */
export const isHeldOutside = (column: string): string => `(${column} like 'H:BANK:%' or ${column} like 'H:CHAIN:%')`
