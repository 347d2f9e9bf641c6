/** The states of an order that has not ended, as SQL. */
export const OPEN = `('held', 'queued', 'working', 'partial')`
