/**
 * Why an order cannot be reviewed yet. The first failing check wins and becomes the button itself, so that the
 * button always says what is in the way and, where it can, clears it.
 */
export type Blocker =
  | Readonly<{ kind: 'offline' | 'login' | 'loading' | 'stale' | 'empty' | 'terms' | 'questions' | 'queue' | 'ok' }>
  | Readonly<{ kind: 'invalid'; message: string }>
  | Readonly<{ kind: 'funds'; missing: string | null; most: string }>
  | Readonly<{ kind: 'holding'; most: string }>

export type Checks = Readonly<{
  online: boolean
  loggedIn: boolean
  /** The price is older than a market order may use. */
  stale: boolean
  empty: boolean
  /** The sentence that says what is wrong with quantity or price; null when nothing is. */
  invalid: string | null
  /** Terms in force are still to be accepted. */
  terms: boolean
  /** The questions that come before a position on margin are still to be answered. */
  questions: boolean
  /** The amount missing in the wallet, and the largest order there is money for. */
  funds: Readonly<{ missing: string | null; most: string }> | null
  /** Selling more than is held: what can be sold. */
  holding: Readonly<{ most: string }> | null
  closed: boolean
  /** The receipt has not been computed for what is on screen. */
  pending: boolean
}>

export function blockerOf(checks: Checks): Blocker {
  if (!checks.online) return { kind: 'offline' }
  if (!checks.loggedIn) return { kind: 'login' }
  if (checks.stale) return { kind: 'stale' }
  if (checks.empty) return { kind: 'empty' }
  if (checks.invalid !== null) return { kind: 'invalid', message: checks.invalid }
  if (checks.terms) return { kind: 'terms' }
  if (checks.questions) return { kind: 'questions' }
  if (checks.holding !== null) return { kind: 'holding', ...checks.holding }
  if (checks.funds !== null) return { kind: 'funds', ...checks.funds }
  if (checks.pending) return { kind: 'loading' }
  return { kind: checks.closed ? 'queue' : 'ok' }
}
