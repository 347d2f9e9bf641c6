/** The start cannot go on for a reason the operator can mend. The message is a sentence for them; no stack is needed. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
