/** Something may have been committed, and whoever asked for it must not be told that it was not. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown, reason = 'nobody knows yet whether it was committed') {
    super(reason, { cause })
  }
}
