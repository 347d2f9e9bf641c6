import type { SharesAfter } from '../corporate/split-position.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'

/**
 * First-in-first-out lots, kept beside the average cost for the tax export: each sale uses up the oldest purchases
 * first. Amounts in minor units, quantities in units of 10^-8.
 */
export type Lot = Readonly<{ acquiredOn: CalendarDate; quantity: bigint; cost: bigint }>

/** The part of a sale that came out of one lot. */
export type Disposal = Readonly<{
  acquiredOn: CalendarDate
  disposedOn: CalendarDate
  quantity: bigint
  proceeds: bigint
  cost: bigint
}>

export type LotTrade = Readonly<{ side: Side; tradeDate: CalendarDate; quantity: bigint; notional: bigint; charges: bigint }>
export type LotLedger = Readonly<{ lots: readonly Lot[]; disposals: readonly Disposal[]; realised: bigint }>

export const noLots: LotLedger = { lots: [], disposals: [], realised: 0n }

export function applyToLots(ledger: LotLedger, trade: LotTrade): LotLedger {
  const { side, tradeDate, quantity, notional, charges } = trade
  if (side === 'sell') return dispose(ledger, { disposedOn: tradeDate, quantity, proceeds: notional - charges })
  return { ...ledger, lots: [...ledger.lots, { acquiredOn: tradeDate, quantity, cost: notional + charges }] }
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
  return fraction === 0n ? counted : dispose(counted, { disposedOn: exDate, quantity: fraction, proceeds: cash })
}

type Sale = Readonly<{ disposedOn: CalendarDate; quantity: bigint; proceeds: bigint }>

function dispose(ledger: LotLedger, { disposedOn, quantity, proceeds }: Sale): LotLedger {
  let left = quantity
  let proceedsLeft = proceeds
  const lots: Lot[] = []
  const disposals: Disposal[] = []
  for (const lot of ledger.lots) {
    const used = lot.quantity < left ? lot.quantity : left
    if (used === 0n) {
      lots.push(lot)
      continue
    }
    const cost = used === lot.quantity ? lot.cost : (lot.cost * used) / lot.quantity
    const own = used === left ? proceedsLeft : (proceeds * used) / quantity
    disposals.push({ acquiredOn: lot.acquiredOn, disposedOn, quantity: used, proceeds: own, cost })
    left -= used
    proceedsLeft -= own
    if (used < lot.quantity) lots.push({ ...lot, quantity: lot.quantity - used, cost: lot.cost - cost })
  }
  if (left > 0n) throw new Error('a sale of more than the lots hold')
  const costOut = disposals.reduce((sum, { cost }) => sum + cost, 0n)
  return { lots, disposals: [...ledger.disposals, ...disposals], realised: ledger.realised + proceeds - costOut }
}
