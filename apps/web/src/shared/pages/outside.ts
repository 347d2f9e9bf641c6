/** What an address may not have anywhere: spaces, controls, and the backslash that browsers read as a slash. */
const WRITTEN_PLAINLY = /^https:\/\/[^\s\\\p{Cc}]+$/iu

/**
 * An address outside of the app that may be offered to be opened: https, written out, with a name and without a user or a port
 * (`docs/rules/bad-input.md` J04). Its host is the one that the browser goes to, in plain letters.
 */
export function outsideAddress(given: string | null | undefined): URL | null {
  if (given === null || given === undefined || !WRITTEN_PLAINLY.test(given) || !URL.canParse(given)) return null
  const url = new URL(given)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  return isPlain && url.hostname.includes('.') ? url : null
}
