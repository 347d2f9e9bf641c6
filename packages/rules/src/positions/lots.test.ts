import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { applyToLots, noLots } from './lots.ts'

const trade = (side: 'buy' | 'sell', quantity: string, cents: bigint): Parameters<typeof applyToLots>[1] => ({
  side,
  quantity: scaled(quantity),
  notional: cents,
  charges: 0n,
})

describe('first in, first out (rule book D.4)', () => {
  it('after 100 at 10 and 100 at 12, a sale of 150 at 13 realises 350 and leaves 50 at 12', () => {
    const bought = applyToLots(applyToLots(noLots, trade('buy', '100', 100_000n)), trade('buy', '100', 120_000n))
    const sold = applyToLots(bought, trade('sell', '150', 195_000n))
    expect(sold).toEqual({ lots: [{ quantity: scaled('50'), cost: 60_000n }], realised: 35_000n })
  })

  it('never sells more than there is', () => expect(() => applyToLots(noLots, trade('sell', '1', 1n))).toThrow('more than the lots hold'))
})
