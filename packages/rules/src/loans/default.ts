import { addDays } from '../calendar-date.ts'
import { SCALE, divide, least } from '../decimal.ts'
import type { FundOrder } from '../funds/fund-order.ts'
import { fundOrderKind } from '../funds/records.ts'
import { house, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee, walletOf } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { mergeLines, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { minorDigits } from '../money.ts'
import { type OrderTerms, acceptOrder } from '../orders/accept.ts'
import { type Order, isWorking } from '../orders/order.ts'
import { orderKind } from '../orders/records.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { accrue } from './accrue.ts'
import { ended } from './apply.ts'
import { type Cover, relock } from './collateral.ts'
import { type DefaultCause, type Loan, type Pledge, isLent, loanMachine } from './loan.ts'
import { allocate, debtEnded, paidOff, paymentEntry, sumOf } from './pay.ts'
import { DAYS_TO_DEFAULT, LOAN_CURRENCY } from './product.ts'
import { decideRepayment } from './repay.ts'
import { loanKind, pendingRepaymentOf, pledgeKind, pledgesOf } from './records.ts'

const NOTHING: Outcome = { entries: [] }

type Dated = Readonly<{ loanId: string; today: CalendarDate; valueDate: CalendarDate }>

/**
 * J71 and J73 for every day that is over, and what the dates do: overdue after the due date, in default thirty days later. It makes up for
 * days that nobody counted, and does nothing a second time. While a repayment waits nothing is counted (`repay.ts`).
 */
export function passDays(state: AccountState, { loanId, today, valueDate }: Dated, now: Instant): Outcome {
  const known = loanKind.of(state).get(loanId)
  if (known === undefined || !isLent(known) || known.lent === null) return NOTHING
  const isWaiting = pendingRepaymentOf(state, loanId) !== null
  const { dueOn } = known.lent
  if (today > addDays(dueOn, DAYS_TO_DEFAULT)) return fail(state, { loanId, today, valueDate, cause: 'time' }, now)
  if (isWaiting) return NOTHING
  const { loan, entries } = accrue(known, today, valueDate)
  const status = today > dueOn ? next(loanMachine, loan.status, 'pass') : null
  if (status === null) return loan === known ? NOTHING : { entries, records: loanKind.changed({ ...loan, changedAt: now }) }
  return {
    entries,
    records: loanKind.changed({ ...loan, status, changedAt: now }),
    events: messageKind.happened({ template: 'loan.overdue', facts: { ...owedOf(loan), due: dueOn }, link: linkOf(loan) }),
  }
}

type Watching = Dated & Readonly<{ cover: Cover | null }>

/** Asks for more cover, once a day, or ends a loan whose collateral is worth too little (`docs/rules/loans.md` O.2). */
export function watchCover(state: AccountState, { cover, ...dated }: Watching, now: Instant): Outcome {
  const loan = loanKind.of(state).get(dated.loanId)
  if (loan === undefined || !isLent(loan) || cover === null) return NOTHING
  if (loan.debt > cover.failAbove) return fail(state, { ...dated, cause: 'value' }, now)
  if (loan.debt <= cover.callAbove || loan.calledOn === dated.today) return NOTHING
  const missing = loan.debt - cover.callAbove
  return {
    entries: [],
    records: loanKind.changed({ ...loan, calledOn: dated.today, changedAt: now }),
    events: messageKind.happened({
      template: 'loan.call',
      facts: { ...owedOf(loan), value: moneyFact(cover.value, LOAN_CURRENCY), missing: moneyFact(missing, LOAN_CURRENCY) },
      link: linkOf(loan),
    }),
  }
}

/** From here on it costs nothing more. A repayment that waits is taken first: its money is on hold for this. */
function fail(state: AccountState, { cause, ...dated }: Dated & Readonly<{ cause: DefaultCause }>, now: Instant): Outcome {
  const { loanId, today, valueDate } = dated
  const waiting = pendingRepaymentOf(state, loanId)
  if (waiting !== null) {
    const taken = decideRepayment(state, { repaymentId: waiting.id, isApproved: true, reason: null, today, valueDate }, now)
    const after = foresee(state, taken)
    const loan = loanKind.of(after).get(loanId)
    // The next look decides about what is left, by the cover that it has then.
    if (cause === 'value' || loan === undefined || !isLent(loan)) return taken
    return compose(taken, fail(after, { cause, ...dated }, now))
  }
  const known = loanKind.of(state).get(loanId)
  const status = known === undefined ? null : next(loanMachine, known.status, 'fail')
  if (known === undefined || status === null) return NOTHING
  const { loan, entries } = accrue(known, today, valueDate)
  const failed: Loan = { ...loan, status, defaultCause: cause, changedAt: now }
  const begun: Outcome = {
    entries,
    records: loanKind.changed(failed),
    events: messageKind.happened({ template: 'loan.defaulted', facts: owedOf(loan), link: linkOf(loan) }),
  }
  return compose(begun, workOff(foresee(state, begun), { loanId, valueDate, units: null }, now))
}

type Working = Readonly<{
  loanId: string
  valueDate: CalendarDate
  /** What a unit of a fund that is to be redeemed is worth and when it is dealt; null where that is not known now. */
  units: ((order: FundOrder) => Readonly<{ nav: bigint; dealDate: CalendarDate }> | null) | null
}>

/**
 * One step of paying a loan in default out of its collateral: cash at once, units of funds by a redemption once no shares are left, which
 * the market buys (`sellPledged`). When nothing is owed or nothing is left it ends: the rest is the customer's, or the house's loss.
 */
export function workOff(state: AccountState, { loanId, valueDate, units }: Working, now: Instant): Outcome {
  const loan = loanKind.of(state).get(loanId)
  if (loan === undefined || loan.status !== 'selling') return NOTHING
  const pledges = pledgesOf(state, loanId)
  if (loan.debt === 0n) return pledges.some(({ saleId }) => saleId !== null) ? NOTHING : close(state, loan, valueDate, now)
  const cash = pledges.find(({ kind, quantity }) => kind === 'cash' && quantity > 0n)
  if (cash !== undefined) {
    const amount = least(cash.quantity, loan.debt)
    const taken = collect(loan, { amount, from: walletAccount(cash.ref as WalletType, 'HOLD'), valueDate }, now)
    const records = [...(taken.records ?? []), ...pledgeKind.changed({ ...cash, quantity: cash.quantity - amount, changedAt: now })]
    const step = { ...taken, records }
    return compose(step, workOff(foresee(state, step), { loanId, valueDate, units }, now))
  }
  if (pledges.some(({ kind, quantity, saleId }) => kind === 'stock' && (quantity > 0n || saleId !== null))) return NOTHING
  if (isRedeeming(state, loanId)) return NOTHING
  const fund = pledges.find(({ kind, quantity }) => kind === 'fund' && quantity > 0n)
  if (fund !== undefined) return units === null ? NOTHING : redeemPledged(state, { loan, pledge: fund, units }, now)
  return close(state, loan, valueDate, now)
}

const isRedeeming = (state: AccountState, loanId: string): boolean =>
  [...fundOrderKind.of(state).values()].some(({ redemption }) => redemption?.loanId === loanId)

/** What collateral brought, to what is owed. */
function collect(
  loan: Loan,
  { amount, from, valueDate }: Readonly<{ amount: bigint; from: string; valueDate: CalendarDate }>,
  now: Instant,
): Outcome {
  if (amount === 0n) return NOTHING
  const allocation = allocate(loan, amount)
  const paid: Loan = { ...paidOff(loan, allocation), steps: loan.steps + 1, lastPaidAt: now, changedAt: now }
  return { entries: [paymentEntry('J74', loan, { allocation, from, valueDate })], records: loanKind.changed(paid) }
}

/** Nothing is owed beyond the collateral: the insurance account bears what is left of the loan, and its interest is given up. */
function close(state: AccountState, loan: Loan, valueDate: CalendarDate, now: Instant): Outcome {
  const status = next(loanMachine, loan.status, 'close')
  if (status === null) return NOTHING
  const allocation = allocate(loan, loan.debt)
  const short = sumOf(allocation)
  const isShort = short > 0n
  const lines = mergeLines([
    ...transfer({
      from: house.insurance(LOAN_CURRENCY),
      to: house.loanBook(LOAN_CURRENCY),
      asset: LOAN_CURRENCY,
      amount: allocation.principal,
    }),
    ...debtEnded(loan, allocation),
  ])
  const cause = { kind: 'loan', id: loan.id, step: loan.steps } as const
  const closed: Loan = {
    ...(isShort ? { ...paidOff(loan, allocation), steps: loan.steps + 1 } : loan),
    ...{ status, writtenOff: loan.writtenOff + short, endedAt: now, changedAt: now },
  }
  const written: Outcome = {
    entries: isShort ? [{ journal: 'J74', cause, lines, valueDate }] : [],
    records: loanKind.changed(closed),
  }
  const freed = ended(foresee(state, written), closed, valueDate, now).outcome
  const facts = { amount: moneyFact(loan.amount, LOAN_CURRENCY), lost: moneyFact(short, LOAN_CURRENCY) }
  return { ...compose(written, freed), events: messageKind.happened({ template: 'loan.closed', facts, link: linkOf(loan) }) }
}

const UNIT_STEP = 10_000n

type Redeeming = Readonly<{ loan: Loan; pledge: Pledge; units: NonNullable<Working['units']> }>

/** As many units as pay what is owed. A redemption of the customer's own that is under way comes first. */
function redeemPledged(state: AccountState, { loan, pledge, units }: Redeeming, now: Instant): Outcome {
  const order = fundOrderKind.of(state).get(pledge.ref)
  if (order === undefined || order.status !== 'holding') return NOTHING
  const known = units(order)
  if (known === null || known.nav <= 0n) return NOTHING
  const needed = divide(exactUnits(loan.debt), known.nav * UNIT_STEP, 'UP') * UNIT_STEP
  const redeemed = least(withReserve(needed, UNIT_STEP), pledge.quantity)
  const redemption = { units: redeemed, dealDate: known.dealDate, isEarly: false, loanId: loan.id, struck: null }
  const changed: FundOrder = { ...order, status: 'redeeming', pledged: order.pledged - redeemed, redemption, changedAt: now }
  return {
    entries: [],
    records: [
      ...fundOrderKind.changed(changed),
      ...pledgeKind.changed({ ...pledge, quantity: pledge.quantity - redeemed, changedAt: now }),
    ],
  }
}

const exactUnits = (minor: bigint): bigint => (minor * SCALE * SCALE) / 10n ** BigInt(minorDigits[LOAN_CURRENCY])

/** Prices move until it is sold: a hundredth more than what is needed now, in whole steps. What is over is the customer's. */
const withReserve = (quantity: bigint, step: bigint): bigint => divide(quantity * RESERVE, HUNDRED * step, 'UP') * step
const RESERVE = 101n
const HUNDRED = 100n

/** What a forced redemption has paid into the wallet goes to the loan in the same decision. */
export function collectRedemption(
  state: AccountState,
  { loanId, wallet, amount, valueDate }: Readonly<{ loanId: string; wallet: WalletType; amount: bigint; valueDate: CalendarDate }>,
  now: Instant,
): Outcome {
  const loan = loanKind.of(state).get(loanId)
  if (loan === undefined || loan.status !== 'selling') return NOTHING
  return collect(loan, { amount: least(amount, loan.debt), from: walletAccount(wallet, 'CASH'), valueDate }, now)
}

type Selling = Readonly<{ pledgeId: string; order: Readonly<{ id: string; number: string }>; terms: OrderTerms }>

/** An order at the market for as many pledged shares as pay what is owed. Nobody but the venue says what they bring. */
export function sellPledged(
  state: AccountState,
  { pledgeId, order, terms }: Selling,
  now: Instant,
): Result<Readonly<{ outcome: Outcome; order: Order }>> {
  const pledge = pledgeKind.of(state).get(pledgeId)
  const loan = pledge === undefined ? undefined : loanKind.of(state).get(pledge.loanId)
  const isDue = loan?.status === 'selling' && loan.debt > 0n
  if (pledge === undefined || loan === undefined || !isDue || pledge.kind !== 'stock' || pledge.quantity === 0n || pledge.saleId !== null)
    return refuse('object.not_found')
  const price = terms.market === null ? 0n : terms.market.bid > 0n ? terms.market.bid : terms.market.last
  if (price === 0n) return refuse('quote.stale')
  const needed = divide(exactUnits(loan.debt), price * SCALE, 'UP') * SCALE
  const quantity = least(withReserve(needed, SCALE), pledge.quantity)
  const valueDate = terms.tradeDate
  const freed = relock(state, pledge, { quantity, way: 'free', loan, valueDate }, now)
  const marked: Outcome = {
    ...freed,
    records: [
      ...(freed.records ?? []),
      ...loanKind.changed({ ...loan, steps: loan.steps + 1, changedAt: now }),
      ...pledgeKind.changed({ ...pledge, quantity: pledge.quantity - quantity, saleId: order.id, changedAt: now }),
    ],
  }
  const unlocked = compose(NOTHING, marked)
  const accepted = acceptOrder(
    foresee(state, unlocked),
    {
      ...order,
      ...{ instrumentId: pledge.ref, wallet: SHARE_WALLET, side: 'sell', type: 'market', timeInForce: 'IOC' },
      ...{ limitPrice: null, quantity, leverage: 1, margin: null },
    },
    terms,
    now,
  )
  if (!accepted.ok) return accepted
  return ok({ outcome: compose(unlocked, accepted.value.outcome), order: accepted.value.order })
}

/** Shares that can be pledged are traded from here. */
const SHARE_WALLET = 'STOCK'

/**
 * Once the sale has ended: what it brought to the loan, and shares that found no buyer back into their lock. Null while it works, and where
 * nothing is sold.
 */
export function settleSale(
  state: AccountState,
  { pledgeId, valueDate }: Readonly<{ pledgeId: string; valueDate: CalendarDate }>,
  now: Instant,
): Outcome | null {
  const pledge = pledgeKind.of(state).get(pledgeId)
  const loan = pledge === undefined ? undefined : loanKind.of(state).get(pledge.loanId)
  const order = pledge?.saleId === null || pledge === undefined ? undefined : orderKind.of(state).get(pledge.saleId)
  if (pledge === undefined || loan === undefined || order === undefined || isWorking(order)) return null
  const charges = Object.values(order.charged).reduce((sum, charge) => sum + charge, 0n)
  const proceeds = order.filledNotional - charges
  const cash = walletOf(state, SHARE_WALLET).cash
  const amount = loan.status === 'selling' && proceeds > 0n ? least(least(proceeds, loan.debt), cash) : 0n
  const rest = order.quantity - order.filledQuantity
  const sold: Outcome = { entries: [], records: pledgeKind.changed({ ...pledge, saleId: null, changedAt: now }) }
  const taken = collect(loan, { amount, from: walletAccount(SHARE_WALLET, 'CASH'), valueDate }, now)
  let outcome = compose(sold, taken)
  if (rest > 0n) {
    const after = foresee(state, outcome)
    const [nextPledge, nextLoan] = [pledgeKind.of(after).get(pledgeId), loanKind.of(after).get(loan.id)]
    if (nextPledge === undefined || nextLoan === undefined) throw new Error(`no pledge ${pledgeId} to lock again`)
    const back = relock(after, nextPledge, { quantity: rest, way: 'lock', loan: nextLoan, valueDate }, now)
    outcome = compose(outcome, {
      ...back,
      records: [...(back.records ?? []), ...loanKind.changed({ ...nextLoan, steps: nextLoan.steps + 1, changedAt: now })],
    })
  }
  return compose(outcome, workOff(foresee(state, outcome), { loanId: loan.id, valueDate, units: null }, now))
}

const owedOf = ({ debt }: Loan) => ({ amount: moneyFact(debt, LOAN_CURRENCY) })
const linkOf = ({ id }: Loan) => `loan:${id}` as const
