import { house, mandateAccount, mandateAsset, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, transfer } from '../ledger/entry.ts'
import { publishedNav, navFact } from '../funds/nav.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { formatMinor } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import { isSuitable } from '../suitability/standing.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { availableOf } from '../wallets/wallet.ts'
import { addDays } from '../calendar-date.ts'
import { AMOUNT_STEP, type AgencyId, MAX_AMOUNT, MIN_AMOUNT, type TermDays } from './agency.ts'
import { type Mandate, mandateMachine, unitsFor } from './mandate.ts'
import { mandateKind } from './records.ts'

/** Following an agency: money on hold, confirmed at a value that nobody knows yet (`docs/rules/mandates.md` E.7). */
export type Placement = Readonly<{
  id: string
  number: string
  agencyId: AgencyId
  /** In cents. */
  amount: bigint
  termDays: TermDays
  lossLimit: number | null
  /** False for an agency that staff have paused, or that has ended. */
  takesOrders: boolean
  /** The strike it will be confirmed at: today's before the cut-off, otherwise the next. */
  dealDate: CalendarDate
  /** What the agency can still take, in cents. */
  room: bigint
  valueDate: CalendarDate
}>

export type Changed = Readonly<{ mandate: Mandate; outcome: Outcome }>

export const WALLET = 'FOLLOW'
const HOLD_STEP = 0
const DEAL_STEP = 1

export const causeOf = ({ id }: Pick<Mandate, 'id'>, step: number): Cause => ({ kind: 'mandate', id, step })

/** J80 puts the amount on hold. */
export function placeMandate(state: AccountState, asked: Placement, now: Instant): Result<Changed> {
  if (state.frozen) return refuse('account.frozen')
  if (!isSuitable(state, now)) return refuse('suitability.required')
  const { id, number, agencyId, amount, termDays, lossLimit, takesOrders, dealDate, room, valueDate } = asked
  if (!takesOrders) return refuse('mandate.closed', { field: 'agencyId' })
  if (amount < MIN_AMOUNT || amount > MAX_AMOUNT)
    return refuse('mandate.range', { field: 'amount', num: dollars(MIN_AMOUNT), most: dollars(MAX_AMOUNT) })
  if (amount % AMOUNT_STEP !== 0n) return refuse('mandate.step', { field: 'amount' })
  if (amount > room) return refuse('mandate.capacity', { field: 'amount', num: dollars(room) })
  const available = availableOf(walletOf(state, WALLET))
  if (amount > available)
    return refuse('wallet.insufficient', { field: 'amount', available: dollars(available), missing: dollars(amount - available) })
  const mandate: Mandate = {
    ...{ id, number, accountId: state.accountId, agencyId, amount, termDays, status: 'waiting', dealDate },
    ...{ units: 0n, entered: null, cost: 0n, highWater: amount, expiresOn: null, renews: false, renewals: 0 },
    ...{
      limit: lossLimit === null ? null : { percent: lossLimit, from: dealDate },
      ending: null,
      sharePaid: 0n,
      settled: null,
      startedAt: now,
      changedAt: now,
    },
  }
  const lines = transfer({ from: walletAccount(WALLET, 'CASH'), to: walletAccount(WALLET, 'HOLD'), asset: 'USD', amount })
  const entry: EntryDraft = { journal: 'J80', cause: causeOf(mandate, HOLD_STEP), lines, valueDate }
  return ok({ mandate, outcome: { entries: [entry], records: mandateKind.changed(mandate) } })
}

const dollars = (cents: bigint): string => formatMinor(cents, 'USD')

export type Strike = Readonly<{ date: CalendarDate; nav: bigint; fees: bigint }>
type Confirming = Readonly<{
  mandateId: string
  strike: Strike
  /** What the agency can still take, in cents. */
  room: bigint
  /** True when the agency ends with this strike or has ended before: nothing is bought of it any more. */
  isOver: boolean
  valueDate: CalendarDate
}>

/** J81 at the strike, or J83 where there is no room or no agency any more. Null where nothing is due. */
export function confirmMandate(
  state: AccountState,
  { mandateId, strike, room, isOver, valueDate }: Confirming,
  now: Instant,
): Changed | null {
  const mandate = mandateKind.of(state).get(mandateId)
  if (mandate === undefined || next(mandateMachine, mandate.status, 'confirm') === null) return null
  // Of an agency that has ended no later strike comes.
  if (mandate.dealDate > strike.date && !isOver) return null
  const { agencyId, amount, termDays } = mandate
  const facts = { agency: agencyId, amount: moneyFact(amount, 'USD') }
  if (isOver || amount > room) {
    const rejected = released({ ...mandate, status: 'rejected', changedAt: now }, valueDate)
    return {
      ...rejected,
      outcome: { ...rejected.outcome, events: messageKind.happened({ template: 'mandate.rejected', facts, link: null }) },
    }
  }
  const nav = publishedNav(strike.nav)
  const units = unitsFor(amount, nav)
  const confirmed: Mandate = {
    ...mandate,
    ...{ status: 'active', dealDate: strike.date, units, entered: { nav, fees: strike.fees }, cost: amount },
    ...{ expiresOn: addDays(strike.date, termDays), changedAt: now },
  }
  const pool = house.mandatePool(agencyId)
  const entry: EntryDraft = {
    journal: 'J81',
    cause: causeOf(mandate, DEAL_STEP),
    lines: [
      ...transfer({ from: walletAccount(WALLET, 'HOLD'), to: pool, asset: 'USD', amount }),
      ...transfer({ from: pool, to: mandateAccount(mandate.id), asset: mandateAsset(agencyId), amount: units }),
    ],
    valueDate,
  }
  const happened = messageKind.happened({ template: 'mandate.confirmed', facts: { ...facts, nav: navFact(nav) }, link: null })
  return { mandate: confirmed, outcome: { entries: [entry], records: mandateKind.changed(confirmed), events: happened } }
}

/** J83 gives the held amount back. */
export function released(mandate: Mandate, valueDate: CalendarDate): Changed {
  const lines = transfer({
    ...{ from: walletAccount(WALLET, 'HOLD'), to: walletAccount(WALLET, 'CASH') },
    ...{ asset: 'USD', amount: mandate.amount },
  })
  const entry: EntryDraft = { journal: 'J83', cause: causeOf(mandate, DEAL_STEP), lines, valueDate }
  return { mandate, outcome: { entries: [entry], records: mandateKind.changed(mandate) } }
}
