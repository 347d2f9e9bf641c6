/** Personal data as staff see it in lists: enough to know one customer from the next. */
const SHOWN_LETTERS = 2
const NONE = '—'

export const maskedWord = (word: string | null): string => (word === null ? NONE : `${word.slice(0, SHOWN_LETTERS)}•••`)

export function maskedEmail(email: string | null): string {
  if (email === null) return NONE
  const [local = '', domain = ''] = email.split('@')
  return `${maskedWord(local)}@${domain}`
}
