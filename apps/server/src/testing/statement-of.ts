/** The text of a query by its first argument, which is the text itself or names it; undefined for what is no text, as a COPY. */
export const statementOf = (asked: unknown): string | undefined =>
  typeof asked === 'string' ? asked : (asked as Readonly<{ text?: string }> | undefined)?.text
