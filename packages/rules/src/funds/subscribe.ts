import { SCALE, divide } from '../decimal.ts'
import { type WalletPart, fundAccount, fundAsset, house, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { formatMinor } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { availableOf } from '../wallets/wallet.ts'
import { addDays } from '../calendar-date.ts'
import { type Fund, type FundId, funds } from './fund.ts'
import type { FundOrder } from './fund-order.ts'
import { dealtNav, navText } from './nav.ts'
import { fundOrderKind } from './records.ts'

/** Buying units of a fund: money on hold, dealt at a value that nobody knows yet (`docs/rules/funds.md` E.5). */
export type Subscription = Readonly<{
  id: string
  number: string
  fundId: FundId
  /** In minor units of the fund's currency. */
  amount: bigint
  /** The strike it will be dealt at: today's before the cut-off, otherwise the next. */
  dealDate: CalendarDate
  /** What the fund can still take, in minor units. */
  room: bigint
  valueDate: CalendarDate
}>

export type Subscribed = Readonly<{ order: FundOrder; outcome: Outcome }>

const HOLD_STEP = 0
const DEAL_STEP = 1

/** J60 puts the amount on hold. */
export function subscribe(state: AccountState, asked: Subscription, now: Instant): Result<Subscribed> {
  if (state.frozen) return refuse('account.frozen')
  const { id, number, fundId, amount, dealDate, room, valueDate } = asked
  const fund = funds[fundId]
  const text = (minor: bigint): string => formatMinor(minor, fund.currency)
  if (amount < fund.min) return refuse('amount.out_of_range', { field: 'amount', num: text(fund.min), currency: fund.currency })
  if (amount > fund.max) return refuse('fund.above_maximum', { field: 'amount', num: text(fund.max), currency: fund.currency })
  if (amount > room) return refuse('fund.capacity', { field: 'amount', num: text(room), currency: fund.currency })
  const available = availableOf(walletOf(state, fund.wallet))
  if (amount > available)
    return refuse('wallet.insufficient', { field: 'amount', available: text(available), missing: text(amount - available) })
  const order: FundOrder = {
    ...{ id, number, accountId: state.accountId, fundId, amount, fee: subscriptionFeeOf(fund, amount), status: 'confirming', dealDate },
    ...{
      units: 0n,
      pledged: 0n,
      bought: null,
      cost: 0n,
      expiresOn: null,
      redemption: null,
      paidCount: 0,
      paid: 0n,
      startedAt: now,
      changedAt: now,
    },
  }
  const entry = { journal: 'J60', cause: causeOf(order, HOLD_STEP), lines: moveAmount(order, 'CASH', 'HOLD'), valueDate } as const
  return ok({ order, outcome: { entries: [entry], records: fundOrderKind.changed(order) } })
}

/** Rounded half up, in minor units. */
export const subscriptionFeeOf = ({ subscriptionFee }: Pick<Fund, 'subscriptionFee'>, amount: bigint): bigint =>
  divide(amount * subscriptionFee, SCALE, 'HALF_UP')

type Changing = Readonly<{ orderId: string; valueDate: CalendarDate }>

type Strike = Readonly<{ date: CalendarDate; nav: bigint; fees: bigint }>
type Dealing = Changing & Readonly<{ strike: Strike; room: bigint }>

/**
 * J61 at its strike: units for the amount less the fee, four decimals, never rounded up. What the fund cannot take goes back: J63.
 * Null for one that is dealt already, or whose strike this is not.
 */
export function confirmSubscription(state: AccountState, { orderId, valueDate, strike, room }: Dealing, now: Instant): Subscribed | null {
  const order = fundOrderKind.of(state).get(orderId)
  if (order === undefined || order.status !== 'confirming' || order.dealDate > strike.date) return null
  const { fundId, amount, fee } = order
  const { currency, termDays } = funds[fundId]
  const facts = { fund: fundId, amount: moneyFact(amount, currency) }
  if (amount > room) {
    const rejected = released({ ...order, status: 'rejected', changedAt: now }, valueDate)
    return { ...rejected, outcome: { ...rejected.outcome, events: messageKind.happened({ template: 'fund.rejected', facts, link: null }) } }
  }
  const nav = dealtNav(strike)
  const cost = amount - fee
  const units = unitsFor(cost, nav)
  const bought = { nav, fees: strike.fees }
  const expiresOn = termDays === null ? null : addDays(strike.date, termDays)
  const confirmed: FundOrder = { ...order, status: 'holding', dealDate: strike.date, units, bought, cost, expiresOn, changedAt: now }
  const hold = walletAccount(funds[fundId].wallet, 'HOLD')
  const entry: EntryDraft = {
    journal: 'J61',
    cause: causeOf(order, DEAL_STEP),
    lines: [
      ...transfer({ from: hold, to: house.fundPool(fundId), asset: currency, amount: cost }),
      ...transfer({ from: hold, to: house.fee('FUND', currency), asset: currency, amount: fee }),
      ...transfer({ from: house.fundPool(fundId), to: fundAccount(order.id), asset: fundAsset(fundId), amount: units }),
    ],
    valueDate,
  }
  return {
    order: confirmed,
    outcome: {
      entries: [entry],
      records: fundOrderKind.changed(confirmed),
      events: messageKind.happened({ template: 'fund.confirmed', facts: { ...facts, nav: navText(nav) }, link: null }),
    },
  }
}

const UNIT_DECIMALS_LEFT = 10_000n
const MINOR_TO_SCALE = 1_000_000n

/** Whole ten-thousandths of a unit for an amount in cents, in units of 10^-8. */
export const unitsFor = (minor: bigint, nav: bigint): bigint =>
  divide(minor * MINOR_TO_SCALE * SCALE, nav * UNIT_DECIMALS_LEFT, 'DOWN') * UNIT_DECIMALS_LEFT

/** The amount between free and held cash. */
function moveAmount({ fundId, amount }: FundOrder, from: WalletPart, to: WalletPart): readonly Line[] {
  const { wallet, currency } = funds[fundId]
  return transfer({ from: walletAccount(wallet, from), to: walletAccount(wallet, to), asset: currency, amount })
}

/** J63 gives the held amount back. */
export function released(order: FundOrder, valueDate: CalendarDate): Subscribed {
  const entry: EntryDraft = { journal: 'J63', cause: causeOf(order, DEAL_STEP), lines: moveAmount(order, 'HOLD', 'CASH'), valueDate }
  return { order, outcome: { entries: [entry], records: fundOrderKind.changed(order) } }
}

const causeOf = ({ id }: FundOrder, step: number): Cause => ({ kind: 'fund', id, step })
