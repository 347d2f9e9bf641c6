import { type ModelAccount, addCash, holdingOf } from './account.ts'
import { halfUp, minorUnit } from './fees.ts'
import { MILLIONTHS, isInParts } from '../world/units.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'

/** Dividends and splits as they should be (D.9), worked out without the rules. */
export type ModelDividend = {
  readonly wallet: WalletType
  readonly gross: bigint
  readonly tax: bigint
  readonly payDate: string
  paid: boolean
}

export type ModelCorporate = {
  /** By market the last date the customer did anything on, and by instrument the shares held when it began. */
  readonly dates: Map<string, string>
  readonly atClose: Map<string, bigint>
  readonly dividends: Map<string, ModelDividend>
  readonly unpaid: Map<string, ModelDividend>
}

/** Remembers what is held when a date of a market begins. */
export function beginDate({ corporate: { dates, atClose }, holdings }: ModelAccount, market: string, date: string): void {
  if (dates.get(market) === date) return
  dates.set(market, date)
  for (const [instrumentId, { shares }] of holdings) if (instrumentId.startsWith(`${market}:`)) atClose.set(instrumentId, shares)
}

/** A trade of an earlier date, reported late, changes what was held when this date began. */
export function heldLate({ corporate: { dates, atClose } }: ModelAccount, instrumentId: string, date: string, change: bigint): void {
  if (date < (dates.get(instrumentId.slice(0, 2)) ?? '')) atClose.set(instrumentId, (atClose.get(instrumentId) ?? 0n) + change)
}

/** In percent. */
const withheld: Readonly<Record<string, bigint>> = { US: 30n, AR: 7n, TW: 21n }

type Declared = Readonly<{ id: string; instrumentId: string; wallet: WalletType; amount: bigint; payDate: string }>

export function entitleInModel({ corporate }: ModelAccount, { id, instrumentId, wallet, amount, payDate }: Declared): void {
  const held = corporate.atClose.get(instrumentId) ?? 0n
  const isPart = isInParts(instrumentId) && held % MILLIONTHS !== 0n
  const gross = (isPart ? halfEven : halfUp)(held * amount, minorUnit(instrumentId))
  if (gross === 0n || corporate.dividends.has(id)) return
  const tax = halfUp(gross * (withheld[instrumentId.slice(0, 2)] ?? 0n), 100n)
  const dividend = { wallet, gross, tax, payDate, paid: false }
  corporate.dividends.set(id, dividend)
  corporate.unpaid.set(id, dividend)
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const down = numerator / denominator
  const twice = (numerator - down * denominator) * 2n
  return twice > denominator || (twice === denominator && down % 2n === 1n) ? down + 1n : down
}

export function payInModel(account: ModelAccount, id: string): void {
  const dividend = account.corporate.unpaid.get(id)
  if (dividend === undefined) return
  dividend.paid = true
  account.corporate.unpaid.delete(id)
  addCash(account, dividend.wallet, dividend.gross - dividend.tax)
}

type ModelSplit = Readonly<{ instrumentId: string; wallet: WalletType; newShares: bigint; oldShares: bigint; priorClose: bigint }>

/** After the orders in old shares have ended. Answers with whether anything was left of a share. */
export function splitInModel(account: ModelAccount, { instrumentId, wallet, newShares, oldShares, priorClose }: ModelSplit): boolean {
  const holding = holdingOf(account, instrumentId)
  const before = holding.shares
  if (before === 0n) return false
  // Whole shares stay whole, parts of shares are counted down to the millionth.
  const unit = isInParts(instrumentId) && before % MILLIONTHS === 0n ? MILLIONTHS : 1n
  const after = ((before * newShares) / (oldShares * unit)) * unit
  const left = before * newShares - after * oldShares
  holding.shares = after
  holding.cost -= after === 0n ? holding.cost : halfUp(holding.cost * left, before * newShares)
  if (after === 0n) holding.boughtOn = ''
  for (const [id, lock] of account.locks) {
    if (lock.instrumentId !== instrumentId) continue
    lock.shares = (lock.shares * newShares) / oldShares
    if (lock.shares === 0n) account.locks.delete(id)
  }
  let most = after
  for (const robot of account.robots.values()) {
    if (robot.instrumentId !== instrumentId) continue
    const part = robot.shares % MILLIONTHS === 0n ? MILLIONTHS : 1n
    const counted = ((robot.shares * newShares) / (oldShares * part)) * part
    robot.shares = counted < most ? counted : most
    most -= robot.shares
  }
  addCash(account, wallet, halfUp(priorClose * left, newShares * minorUnit(instrumentId)))
  return left > 0n
}
