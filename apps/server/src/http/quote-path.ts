/** Paths of the calls for quotes in the specification; Taiwan's list has a path of its own. */
const QUOTES = /^\/(m_ft|tg_st|quotes|market)\//u

/** Returns true for a call that reads quotes: it has their rate and their place in the queue. */
export const isQuotePath = (path: string): boolean => QUOTES.test(path)
