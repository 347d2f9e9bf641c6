import type { Side } from '../side.ts'

/**
 * First-in-first-out lots, kept beside the average cost for the tax export: each sale uses up the oldest purchases
 * first. Amounts in minor units, quantities in units of 10^-8.
 */
export type Lot = Readonly<{ quantity: bigint; cost: bigint }>
export type LotTrade = Readonly<{ side: Side; quantity: bigint; notional: bigint; charges: bigint }>
export type LotLedger = Readonly<{ lots: readonly Lot[]; realised: bigint }>

export const noLots: LotLedger = { lots: [], realised: 0n }

export function applyToLots(ledger: LotLedger, trade: LotTrade): LotLedger {
  if (trade.side === 'buy') return { ...ledger, lots: [...ledger.lots, { quantity: trade.quantity, cost: trade.notional + trade.charges }] }
  let left = trade.quantity
  let costOut = 0n
  const lots: Lot[] = []
  for (const lot of ledger.lots) {
    const used = lot.quantity < left ? lot.quantity : left
    const usedCost = used === lot.quantity ? lot.cost : (lot.cost * used) / lot.quantity
    left -= used
    costOut += usedCost
    if (used < lot.quantity) lots.push({ quantity: lot.quantity - used, cost: lot.cost - usedCost })
  }
  if (left > 0n) throw new Error('a sale of more than the lots hold')
  return { lots, realised: ledger.realised + trade.notional - trade.charges - costOut }
}
