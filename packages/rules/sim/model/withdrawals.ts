import { DAY_MS } from '../../src/time.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'
import { type ModelAccount, addCash, cashIn } from './account.ts'
import { type ModelCard, missingToLeave } from './standing.ts'
import { mayLeave } from './transfers.ts'

/**
 * Withdrawals in the reference model: cost, payout and outcome, worked out without the rules (E.11). Money in minor units, a dollar in
 * ten-thousandths of a peso, Bitcoin in whole dollars.
 */
export type ModelRail = 'TRC20' | 'BTC' | 'ARS_BANK' | 'WIRE'
export type ModelMids = Readonly<{ pesos: bigint; bitcoin: bigint }>

export type ModelWithdrawal = {
  readonly id: string
  readonly cardId: string | null
  readonly rail: ModelRail
  readonly wallet: WalletType
  readonly fingerprint: string
  readonly amount: bigint
  readonly fee: bigint
  /** In Bitcoin an estimate until it is sent. */
  payout: bigint
  readonly value: bigint
  readonly isHolderCertain: boolean
  readonly startedAt: number
  readonly reviewAt: number
  state: 'pending' | 'sending' | 'sent' | 'over'
  /** Its customer took it back: it counts among those of the day. */
  isCancelled: boolean
  waitsForPerson: boolean
  askedFirst: Readonly<{ person: string; at: number }> | null
  decided: 'approved' | 'refused' | null
}

export const walletOfRail: Readonly<Record<ModelRail, WalletType>> = {
  TRC20: 'US_WALLET',
  BTC: 'US_WALLET',
  WIRE: 'US_WALLET',
  ARS_BANK: 'BALANCE',
}

const RATE_UNIT = 10_000n
const MICRO_DOLLARS_OF_A_CENT = 10_000n
const WIRE_FEE = 2_000n
const TRON_FEE = 100n
const PESO_FEE = 50_000n

export type ModelPrice = Readonly<{ fee: bigint; payout: bigint; value: bigint }>

export function priceOf(rail: ModelRail, amount: bigint, mids: ModelMids): ModelPrice {
  const fee = feeOf(rail, amount, mids)
  const net = amount > fee ? amount - fee : 0n
  return { fee: amount - net, payout: payoutOf(rail, net, mids), value: inCents(rail, amount, mids) }
}

/** 0.0002 of a Bitcoin, half a percent above the mid, to the next cent. */
const bitcoinFee = (bitcoin: bigint): bigint => upwards(bitcoin * 201n, 10_000n)

function feeOf(rail: ModelRail, amount: bigint, { bitcoin }: ModelMids): bigint {
  if (rail === 'TRC20') return TRON_FEE
  if (rail === 'WIRE') return WIRE_FEE
  if (rail === 'BTC') return bitcoinFee(bitcoin)
  const share = (amount * 6n + 1_000n) / 2_000n
  return share > PESO_FEE ? share : PESO_FEE
}

/** The payout after the fee, at the prices of the moment it leaves. */
export function payoutOf(rail: ModelRail, net: bigint, { bitcoin }: Pick<ModelMids, 'bitcoin'>): bigint {
  if (rail === 'TRC20') return net * MICRO_DOLLARS_OF_A_CENT
  return rail === 'BTC' ? (net * 1_000_000_000n) / (bitcoin * 1_005n) : net
}

const inCents = (rail: ModelRail, amount: bigint, { pesos }: ModelMids): bigint =>
  rail === 'ARS_BANK' ? (2n * amount * RATE_UNIT + pesos) / (2n * pesos) : amount

const upwards = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

const MIN_AMOUNT = 1_000n
const MAX_AMOUNT = 1_000_000n
const MAX_A_DAY = 2_000_000n
/** A day's total above which a mailed code is needed. */
const WITHOUT_CODE = 100_000n
const MAX_A_MONTH = 10_000_000n
const MONTH_MS = 30 * DAY_MS

/** In minor units of the wallet: the least and the most at once, and the remainder of the day's and the month's limit. */
export function boundsOf(model: ModelAccount, rail: ModelRail, mids: ModelMids, now: number) {
  const inWallet = (cents: bigint): bigint => (rail === 'ARS_BANK' ? (cents * mids.pesos) / RATE_UNIT : cents)
  const least = rail === 'ARS_BANK' ? upwards(MIN_AMOUNT * mids.pesos, RATE_UNIT) : MIN_AMOUNT
  const afterFee = feeOf(rail, 0n, mids) + 1n
  const left = (most: bigint, span: number): bigint => {
    const spent = spentWithin(model, now, span)
    return inWallet(spent < most ? most - spent : 0n)
  }
  return {
    least: least > afterFee ? least : afterFee,
    most: inWallet(MAX_AMOUNT),
    day: left(MAX_A_DAY, DAY_MS),
    month: left(MAX_A_MONTH, MONTH_MS),
  }
}

function spentWithin({ withdrawals }: ModelAccount, now: number, span: number): bigint {
  let spent = 0n
  for (const { state, startedAt, value } of withdrawals.values()) if (state !== 'over' && now - startedAt < span) spent += value
  return spent
}

type Asked = Readonly<{
  rail: ModelRail
  amount: bigint
  mids: ModelMids
  card: ModelCard | null
  isOldVersion: boolean
  isPaused: boolean
  isMailboxProven: boolean
}>

/** The rule book's answer to a withdrawal; null when it is accepted. */
export function withdrawalAnswer(model: ModelAccount, asked: Asked, now: number): string | null {
  const missing = missingToLeave(model, now) ?? (asked.isPaused ? 'maintenance' : destinationAnswer(asked, now))
  if (missing !== null) return missing
  const { rail, amount, mids } = asked
  const { least, most, day, month } = boundsOf(model, rail, mids, now)
  const wallet = walletOfRail[rail]
  if (amount < least) return 'withdrawal.below_minimum'
  if (amount > most) return 'withdrawal.above_maximum'
  if (amount > cashIn(model, wallet)) return 'wallet.insufficient'
  if (amount > mayLeave(model, wallet)) return 'funds.unsettled'
  if (amount > day || amount > month) return 'withdrawal.limit'
  const dayWithThis = spentWithin(model, now, DAY_MS) + inCents(rail, amount, mids)
  return !asked.isMailboxProven && dayWithThis > WITHOUT_CODE ? 'parameter.missing' : null
}

function destinationAnswer({ card, isOldVersion }: Asked, now: number): string | null {
  if (card === null) return null
  if (card.state === 'removed' || isOldVersion) return 'object.not_found'
  if (card.state !== 'active') return 'parameter.invalid'
  return now < card.coolingUntil ? 'security.cooling_off' : null
}

const ALONE_UP_TO = 500_000n
const MANY = 5

export const takesTwo = ({ value }: ModelWithdrawal): boolean => value > ALONE_UP_TO

/** True when the rules leave the decision to staff. */
export function isDoubtful(model: ModelAccount, withdrawal: ModelWithdrawal, now: number): boolean {
  const { startedAt, isHolderCertain } = withdrawal
  const thatDay = [...model.withdrawals.values()].filter(
    (each) => (each.state !== 'over' || each.isCancelled) && each.startedAt <= startedAt && startedAt - each.startedAt < DAY_MS,
  )
  return missingToLeave(model, now) !== null || !isHolderCertain || takesTwo(withdrawal) || thatDay.length > MANY
}

/** A withdrawal that never left or came back: the customer gets all of it again, the fee included. */
export function giveBackInModel(model: ModelAccount, withdrawal: ModelWithdrawal): void {
  withdrawal.state = 'over'
  model.leaving.delete(withdrawal.id)
  addCash(model, withdrawal.wallet, withdrawal.amount)
}

const ASK_MS = DAY_MS

/** The effect of an approval: two people within a day, if it takes two. */
export function approveInModel(withdrawal: ModelWithdrawal, person: string, at: number): 'waiting' | 'approved' | 'same person' {
  if (!takesTwo(withdrawal)) return 'approved'
  const { askedFirst } = withdrawal
  if (askedFirst === null || askedFirst.at + ASK_MS < at) {
    withdrawal.askedFirst = { person, at }
    return 'waiting'
  }
  return askedFirst.person === person ? 'same person' : 'approved'
}
