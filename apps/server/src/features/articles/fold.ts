const COMBINING_MARKS = /\p{M}/gu

/** Without case and marks, as articles are stored and compared that somebody looks for. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(COMBINING_MARKS, '').toLowerCase()
