/** Where the specification puts its calls for quotes; Taiwan's list has a place of its own. */
const QUOTES = /^\/(m_ft|tg_st|quotes|market)\//u

/** Whether a call reads quotes: it has their rate and their place in the queue. */
export const isQuotePath = (path: string): boolean => QUOTES.test(path)
