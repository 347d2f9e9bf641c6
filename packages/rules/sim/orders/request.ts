import { holdOf, isOdd, partsOf } from '../model/shares.ts'
import { bandOf, isOnStep } from '../model/limits.ts'
import { type ModelAccount, cashIn } from '../model/account.ts'
import { freeShares, tooFewIn } from '../model/shares.ts'
import { halfUp, roundedUp, minorUnit } from '../model/fees.ts'
import { MILLIONTHS, isInParts } from '../world/units.ts'
import type { OrderType, TimeInForce } from '../../src/orders/order.ts'
import type { SettlementName } from '../../src/markets/market.ts'
import type { Condition } from '../world/terms.ts'

/** A customer's order request, in the units of the reference model. */
export type ShareOrderRequest = Readonly<{
  instrumentId: string
  wallet: 'STOCK' | 'AR' | 'TW'
  side: 'buy' | 'sell'
  type: OrderType
  timeInForce: TimeInForce
  limit: bigint | null
  stop: bigint | null
  shares: bigint
  settlement: SettlementName | null
  /** The worst price that its customer was shown, and holds it to; null for one who was shown none. */
  seen?: bigint | null
  /** The worst price it may fill at, by the market's price. */
  worst: bigint
  /** The number of the commissions that hold for its customer now. */
  fees: number
}>

type Circumstances = Readonly<{
  condition: Condition
  last: bigint
  previousClose: bigint
  date: string
  settlementDay: boolean
}>

const MAX_OPEN = 200
/** The most one order may be worth, in minor units of its market's currency. */
const largest: Readonly<Record<string, bigint>> = { US: 50_000_000n, AR: 75_000_000_000n, TW: 16_000_000n }

/** The answer by the rule book: the first check that fails, in the documented order (A.5); null where the order is accepted. */
export function expectedAnswer(account: ModelAccount, request: ShareOrderRequest, circumstances: Circumstances): string | null {
  const parts = partsOf(request.instrumentId, request.shares).map((shares) => ({ ...request, shares }))
  return (
    sessionAnswer(account, request, circumstances.condition) ??
    first(parts, (part) => termsAnswer(account, part, circumstances)) ??
    moneyAnswer(account, parts, circumstances)
  )
}

function sessionAnswer({ frozen }: ModelAccount, request: ShareOrderRequest, condition: Condition): string | null {
  const { instrumentId, side, timeInForce, shares } = request
  if (frozen && side === 'buy') return 'account.frozen'
  // Parts of shares trade in continuous sessions alone (P.5).
  if (condition === 'closed' && isInParts(instrumentId) && shares % MILLIONTHS !== 0n) return 'market.closed'
  if (condition === 'closed' && (timeInForce === 'IOC' || timeInForce === 'FOK')) return 'market.closed'
  if (condition === 'halted') return 'instrument.halted'
  return condition === 'closing only' && side === 'buy' ? 'instrument.close_only' : null
}

function termsAnswer(
  account: ModelAccount,
  request: ShareOrderRequest,
  { condition, last, previousClose, settlementDay }: Circumstances,
): string | null {
  const { instrumentId, side, type, limit, shares, settlement } = request
  const heard = condition === 'no price' ? 0n : last
  if (isTooLittle(account, request, heard)) return 'quantity.below_minimum'
  if (limit !== null && !isOnStep(instrumentId, limit)) return 'price.tick'
  if (limit !== null && condition !== 'silent') {
    const { low, high } = bandOf(instrumentId, side, { last: heard, ask: heard, previousClose })
    if (limit < low || limit > high) return 'price.outside_band'
  }
  if (!isOffered(request)) return 'order.type_unsupported'
  if (settlement === 'CI' && !settlementDay) return 'order.type_unsupported'
  const price = limit ?? request.stop ?? (condition === 'silent' ? 0n : heard)
  if (roundedUp(price * shares, minorUnit(instrumentId)) > (largest[instrumentId.slice(0, 2)] ?? 0n)) return 'order.risk_limit'
  if (account.open.size >= MAX_OPEN) return 'order.risk_limit'
  if (condition === 'silent' || condition === 'no price') return 'quote.stale'
  return condition === 'stale' && type === 'market' ? 'quote.stale' : null
}

/** A part of a share worth less than a dollar; everything there is can always be sold. */
function isTooLittle(account: ModelAccount, { instrumentId, side, shares }: ShareOrderRequest, last: bigint): boolean {
  if (!isInParts(instrumentId) || shares % MILLIONTHS === 0n || last === 0n) return false
  if (side === 'sell' && shares === freeShares(account, instrumentId)) return false
  return halfUp(last * shares, minorUnit(instrumentId)) < 100n
}

/** The odd-lot book takes limit orders for the day; Taiwan has no stops and nothing longer than a day. */
function isOffered({ instrumentId, type, timeInForce, shares }: ShareOrderRequest): boolean {
  if (!instrumentId.startsWith('TW:')) return true
  if (isOdd({ instrumentId, shares })) return type === 'limit' && timeInForce === 'DAY'
  return (type === 'limit' || type === 'market') && timeInForce !== 'GTC'
}

/** Each part is paid out of the money that the one before leaves. */
function moneyAnswer(account: ModelAccount, parts: readonly ShareOrderRequest[], { date }: Circumstances): string | null {
  const [request] = parts
  if (request === undefined) return null
  let left = request.side === 'buy' ? cashIn(account, request.wallet) : freeShares(account, request.instrumentId)
  for (const [index, part] of parts.entries()) {
    if (account.open.size + index >= MAX_OPEN) return 'order.risk_limit'
    left -= part.side === 'buy' ? holdOf(part, date) : part.shares
    if (left < 0n) return part.side === 'buy' ? 'wallet.insufficient' : tooFewIn(account, part.instrumentId, -left)
  }
  return null
}

function first(parts: readonly ShareOrderRequest[], answer: (part: ShareOrderRequest) => string | null): string | null {
  for (const part of parts) {
    const found = answer(part)
    if (found !== null) return found
  }
  return null
}
