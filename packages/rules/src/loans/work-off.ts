import { SCALE, divide, least } from '../decimal.ts'
import type { FundOrder } from '../funds/fund-order.ts'
import { fundOrderKind } from '../funds/records.ts'
import { house, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { mergeLines, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { minorDigits } from '../money.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { ended } from './apply.ts'
import { type Loan, type Pledge, loanMachine } from './loan.ts'
import { allocate, debtEnded, paidOff, paymentEntry, sumOf } from './pay.ts'
import { LOAN_CURRENCY } from './product.ts'
import { loanKind, pledgeKind, pledgesOf } from './records.ts'

const NOTHING: Outcome = { entries: [] }

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
export function collect(
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

export const exactUnits = (minor: bigint): bigint => (minor * SCALE * SCALE) / 10n ** BigInt(minorDigits[LOAN_CURRENCY])

/** Prices move until it is sold: a hundredth more than what is needed now, in whole steps. What is over is the customer's. */
export const withReserve = (quantity: bigint, step: bigint): bigint => divide(quantity * RESERVE, HUNDRED * step, 'UP') * step
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

const linkOf = ({ id }: Loan) => `loan:${id}` as const
