import { walletAccount, securityAccount, readCustomerAccount, isCustomerAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type EntryDraft, type Line, mergeLines } from '../ledger/entry.ts'
import type { Journal } from '../ledger/journals.ts'
import { type Result, ok } from '../result.ts'
import { type Order, isWorking } from './order.ts'
import { orderKind } from './records.ts'

/** An acceptance with the account state before it and as it leaves it. */
export type Acceptance = Readonly<{ before: AccountState; outcome: Outcome; accepted: AccountState }>
export const acceptanceOf = (before: AccountState, outcome: Outcome): Acceptance => ({
  before,
  outcome,
  accepted: foresee(before, outcome),
})

/** Books one report of the venue on the account as the reports before it leave it. */
type Book<Report> = (state: AccountState, report: Report) => Result<Outcome>

/**
 * The acceptance of an order and what the venue reports of it at once, as one decision (`docs/rules/orders.md` P.17). An order that has
 * ended by then was never held for: its purchase or sale is posted straight from CASH or SEC, without J30 and J31. One that goes on
 * working keeps its hold. A report that cannot be booked refuses the whole; the acceptance then stands alone.
 */
export function atOnce<Report>({ before, outcome, accepted }: Acceptance, reports: readonly Report[], book: Book<Report>): Result<Outcome> {
  let state = accepted
  let whole = outcome
  for (const [index, report] of reports.entries()) {
    const booked = book(state, report)
    if (!booked.ok) return booked
    whole = compose(whole, booked.value)
    // Nothing is asked of the state after the last report.
    if (index < reports.length - 1) state = foresee(state, booked.value)
  }
  return ok(withoutHolds(whole, endedOf(before, whole)))
}

/** The new orders that have ended, each with the other order for the same shares: a pair has one hold between them. */
function endedOf(state: AccountState, outcome: Outcome): ReadonlySet<string> {
  const orders = orderKind.in(outcome)
  const working = new Set(orders.flatMap((order) => (isWorking(order) ? [order.id] : [])))
  const goesOn = ({ id, siblingId }: Order): boolean => working.has(id) || (siblingId !== null && working.has(siblingId))
  const known = orderKind.of(state)
  return new Set(orders.flatMap((order) => (known.has(order.id) || goesOn(order) ? [] : [order.id])))
}

const HOLDS: readonly Journal[] = ['J30', 'J31']

function withoutHolds(outcome: Outcome, ended: ReadonlySet<string>): Outcome {
  if (ended.size === 0) return outcome
  const entries = outcome.entries.flatMap((entry): readonly EntryDraft[] => {
    if (entry.cause.kind !== 'order' || !ended.has(entry.cause.id)) return [entry]
    return HOLDS.includes(entry.journal) ? [] : [{ ...entry, lines: mergeLines(entry.lines.map(straight)) }]
  })
  return { ...outcome, entries }
}

/** The line with what would have been held taken from where it lay. */
function straight(line: Line): Line {
  if (!isCustomerAccount(line.account)) return line
  const place = readCustomerAccount(line.account)
  if (place.kind === 'wallet' && place.part === 'HOLD') return { ...line, account: walletAccount(place.wallet, 'CASH') }
  if (place.kind === 'security' && place.part === 'SECHOLD') return { ...line, account: securityAccount('SEC', place.instrumentId) }
  return line
}
