import type { AccountState } from '../ledger/account-state.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Mandate, mandateMachine } from './mandate.ts'
import { next } from '../machine.ts'
import { type Changed, released } from './place.ts'
import { mandateKind } from './records.ts'

/**
 * What a customer changes of a mandate (`docs/rules/mandates.md` E.7, P.9). Nothing of the account's state stands in the way of ending one,
 * and nothing is decided on a value that is known: the cut-off of a strike lies before its prices.
 */
type Asked = Readonly<{
  mandateId: string
  /** The strike at which a request of this moment is dealt. */
  dealDate: CalendarDate
  /** The strike at which a term that ends on a date is settled. */
  settlesOn: (expiresOn: CalendarDate) => CalendarDate
}>

/** Units go back at the next strike, for the exit fee that was shown and agreed to. */
export function endMandate(
  state: AccountState,
  { takesExitFee, ...asked }: Asked & Readonly<{ takesExitFee: boolean }>,
  now: Instant,
): Result<Changed> {
  const found = activeMandate(state, asked)
  if (!found.ok) return found
  const mandate = found.value
  if (mandate.ending !== null) return refuse('mandate.ending', { date: mandate.ending.dealDate })
  if (isPastTerm(mandate, asked, 'at')) return refuse('mandate.ending', { date: mandate.expiresOn })
  if (!takesExitFee) return refuse('mandate.exit_fee')
  return ok(changed({ ...mandate, ending: { dealDate: asked.dealDate, reason: 'request' }, changedAt: now }))
}

/** Asks for another term after this one, or takes that back. */
export function renewMandate(
  state: AccountState,
  { renews, ...asked }: Asked & Readonly<{ renews: boolean }>,
  now: Instant,
): Result<Changed> {
  const found = activeMandate(state, asked)
  if (!found.ok) return found
  const mandate = found.value
  if (mandate.ending !== null) return refuse('mandate.ending', { date: mandate.ending.dealDate })
  if (isPastTerm(mandate, asked, 'after')) return refuse('mandate.ending', { date: mandate.expiresOn })
  return ok(changed({ ...mandate, renews, changedAt: now }))
}

/** A loss limit in percent of the amount, or none. */
export function limitMandate(
  state: AccountState,
  { lossLimit, ...asked }: Asked & Readonly<{ lossLimit: number | null }>,
  now: Instant,
): Result<Changed> {
  const mandate = mandateKind.of(state).get(asked.mandateId)
  if (mandate === undefined) return refuse('object.not_found', { field: 'id' })
  if (mandate.status !== 'waiting' && mandate.status !== 'active') return refuse('mandate.over', { status: mandate.status })
  if (mandate.ending !== null) return refuse('mandate.ending', { date: mandate.ending.dealDate })
  const limit = lossLimit === null ? null : { percent: lossLimit, from: asked.dealDate }
  return ok(changed({ ...mandate, limit, changedAt: now }))
}

type TakingBack = Readonly<{ mandateId: string; valueDate: CalendarDate; cutOffOf: (date: CalendarDate) => Instant }>

/** Until the cut-off of its strike a mandate that waits is cancelled, and an end that was asked for is taken back. */
export function takeMandateBack(state: AccountState, { mandateId, valueDate, cutOffOf }: TakingBack, now: Instant): Result<Changed> {
  const mandate = mandateKind.of(state).get(mandateId)
  if (mandate === undefined) return refuse('object.not_found', { field: 'id' })
  if (mandate.ending?.reason === 'request') {
    if (now >= cutOffOf(mandate.ending.dealDate)) return refuse('mandate.cut_off', { date: mandate.ending.dealDate })
    return ok(changed({ ...mandate, ending: null, changedAt: now }))
  }
  const status = next(mandateMachine, mandate.status, 'cancel')
  if (status === null) return refuse('mandate.not_cancellable', { status: mandate.status })
  if (now >= cutOffOf(mandate.dealDate)) return refuse('mandate.cut_off', { date: mandate.dealDate })
  return ok(released({ ...mandate, status, changedAt: now }, valueDate))
}

function activeMandate(state: AccountState, { mandateId }: Asked): Result<Mandate> {
  const mandate = mandateKind.of(state).get(mandateId)
  if (mandate === undefined) return refuse('object.not_found', { field: 'id' })
  return mandate.status === 'active' ? ok(mandate) : refuse('mandate.over', { status: mandate.status })
}

/** True when a request would be dealt at the strike that settles the term, or after it. */
function isPastTerm({ expiresOn }: Mandate, { dealDate, settlesOn }: Asked, how: 'at' | 'after'): boolean {
  if (expiresOn === null) return true
  return how === 'at' ? dealDate >= settlesOn(expiresOn) : dealDate > settlesOn(expiresOn)
}

export const changed = (mandate: Mandate): Changed => ({ mandate, outcome: { entries: [], records: mandateKind.changed(mandate) } })
