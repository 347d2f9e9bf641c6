import { addDays } from '../calendar-date.ts'
import type { SharesAfter } from '../corporate/split-position.ts'
import type { Side } from '../side.ts'
import type { DollarRate } from '../margin/dollar-rate.ts'
import type { CalendarDate, Instant } from '../time.ts'

/**
 * Lots, kept beside the average cost for the tax export: each sale uses up purchases, the oldest first unless its order says otherwise
 * (`docs/rules/positions.md` P.7). Amounts in minor units, quantities in units of 10^-8.
 */
export type Lot = Readonly<{
  /** The number of the execution that bought it, by which a sale may choose it. */
  id: number
  acquiredOn: CalendarDate
  quantity: bigint
  cost: bigint
  /** Bought with a dividend of the share (`docs/rules/plans.md` P.6). */
  isReinvested: boolean
  /** Its moment, and what a unit of its currency was worth in dollars then; null where that was not kept. */
  boughtAt: Instant
  rate: DollarRate | null
}>
/** The part of a sale that came out of one lot. */
export type Disposal = Readonly<{
  lotId: number
  /** The number of the execution that sold it; null for a fraction that a split paid out. */
  saleId: number | null
  acquiredOn: CalendarDate
  disposedOn: CalendarDate
  quantity: bigint
  proceeds: bigint
  cost: bigint
}>

/** The lots that a sale uses up first: the oldest, the newest, the dearest, or the chosen ones in their order. */
export const lotMethods = ['FIFO', 'LIFO', 'HIGHEST', 'CHOSEN'] as const
export type LotMethod = (typeof lotMethods)[number]
/** Null for the oldest first. Lots are chosen by their numbers; what they do not cover comes out of the oldest. */
export type LotChoice = Readonly<{ method: Exclude<LotMethod, 'FIFO'>; chosen: readonly number[] }>
/** A sale names no more lots than this. */
export const MAX_CHOSEN_LOTS = 50

export type LotTrade = Readonly<{
  id: number
  side: Side
  tradeDate: CalendarDate
  quantity: bigint
  notional: bigint
  charges: bigint
  lots?: LotChoice | null
  isReinvested?: boolean
  at?: Instant
  rate?: DollarRate | null
}>
export type LotLedger = Readonly<{ lots: readonly Lot[]; disposals: readonly Disposal[]; realised: bigint }>

export const noLots: LotLedger = { lots: [], disposals: [], realised: 0n }

export function applyToLots(ledger: LotLedger, trade: LotTrade): LotLedger {
  const { id, side, tradeDate, quantity, notional, charges, lots = null, isReinvested = false, at: boughtAt = 0, rate = null } = trade
  if (side === 'sell') return dispose(ledger, { saleId: id, disposedOn: tradeDate, quantity, proceeds: notional - charges, choice: lots })
  const bought: Lot = { id, acquiredOn: tradeDate, quantity, cost: notional + charges, isReinvested, boughtAt, rate }
  return { ...ledger, lots: [...ledger.lots, bought] }
}

type Split = Readonly<{ newShares: bigint; oldShares: bigint; exDate: CalendarDate }>

/** A split counts every lot anew; its cost and its date stay. The fraction of a share is sold out of the oldest. */
export function splitLots(
  ledger: LotLedger,
  { newShares, oldShares, exDate }: Split,
  { fraction, cash }: Omit<SharesAfter, 'quantity'>,
): LotLedger {
  let before = 0n
  let after = 0n
  const lots = ledger.lots.map((lot) => {
    before += lot.quantity
    // Counted over all lots so far, so that nothing is lost between them.
    const until = (before * newShares) / oldShares
    const quantity = until - after
    after = until
    return { ...lot, quantity }
  })
  const counted = { ...ledger, lots }
  if (fraction === 0n) return counted
  return dispose(counted, { saleId: null, disposedOn: exDate, quantity: fraction, proceeds: cash, choice: null })
}

/** The lots in the order in which a sale uses them up. */
export function inOrderOfSale(lots: readonly Lot[], choice: LotChoice | null): readonly Lot[] {
  if (choice === null) return lots
  if (choice.method === 'LIFO') return lots.toReversed()
  if (choice.method === 'HIGHEST') return lots.toSorted(dearestFirst)
  const chosen = choice.chosen.flatMap((id) => lots.find((lot) => lot.id === id) ?? [])
  return [...chosen, ...lots.filter((lot) => !chosen.includes(lot))]
}

/** By cost of a share, without dividing; of two that cost the same the older is first. */
function dearestFirst(a: Lot, b: Lot): number {
  const difference = b.cost * a.quantity - a.cost * b.quantity
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

type Sale = Readonly<{ saleId: number | null; disposedOn: CalendarDate; quantity: bigint; proceeds: bigint; choice: LotChoice | null }>

function dispose(ledger: LotLedger, { saleId, disposedOn, quantity, proceeds, choice }: Sale): LotLedger {
  let left = quantity
  let proceedsLeft = proceeds
  const rests = new Map<Lot, Lot | null>()
  const disposals: Disposal[] = []
  for (const lot of inOrderOfSale(ledger.lots, choice)) {
    const used = lot.quantity < left ? lot.quantity : left
    if (used === 0n) continue
    const cost = used === lot.quantity ? lot.cost : (lot.cost * used) / lot.quantity
    const own = used === left ? proceedsLeft : (proceeds * used) / quantity
    disposals.push({ lotId: lot.id, saleId, acquiredOn: lot.acquiredOn, disposedOn, quantity: used, proceeds: own, cost })
    left -= used
    proceedsLeft -= own
    rests.set(lot, used < lot.quantity ? { ...lot, quantity: lot.quantity - used, cost: lot.cost - cost } : null)
  }
  if (left > 0n) throw new Error('a sale of more than the lots hold')
  const costOut = disposals.reduce((sum, { cost }) => sum + cost, 0n)
  const lots = ledger.lots.flatMap((lot) => (rests.has(lot) ? (rests.get(lot) ?? []) : lot))
  return { lots, disposals: [...ledger.disposals, ...disposals], realised: ledger.realised + proceeds - costOut }
}

/** A loss that is followed by a purchase within this time is marked. */
const DAYS_TO_BUY_BACK = 30

export type Purchase = Readonly<{ id: number; tradeDate: CalendarDate }>

/** The date on which a lot that was sold at a loss was bought back within thirty days; null for any other. Information, and nothing else. */
export function boughtBackOn({ saleId, disposedOn, proceeds, cost }: Disposal, purchases: readonly Purchase[]): CalendarDate | null {
  if (saleId === null || proceeds >= cost) return null
  const until = addDays(disposedOn, DAYS_TO_BUY_BACK)
  return purchases.find(({ id, tradeDate }) => id > saleId && tradeDate <= until)?.tradeDate ?? null
}
