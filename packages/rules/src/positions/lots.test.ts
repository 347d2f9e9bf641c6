import { describe, expect, it } from 'vitest'
import { sharesAfter } from '../corporate/split-position.ts'
import { scaled } from '../decimal.ts'
import { type LotTrade, applyToLots, noLots, splitLots } from './lots.ts'

const trade = (side: 'buy' | 'sell', quantity: string, cents: bigint, tradeDate = '2026-11-20'): LotTrade => ({
  side,
  tradeDate,
  quantity: scaled(quantity),
  notional: cents,
  charges: 0n,
})
const bought = applyToLots(applyToLots(noLots, trade('buy', '100', 100_000n, '2026-11-02')), trade('buy', '100', 120_000n, '2026-11-09'))

describe('first in, first out (rule book D.4)', () => {
  it('after 100 at 10 and 100 at 12, a sale of 150 at 13 realises 350 and leaves 50 at 12', () => {
    const sold = applyToLots(bought, trade('sell', '150', 195_000n))
    expect(sold.lots).toEqual([{ acquiredOn: '2026-11-09', quantity: scaled('50'), cost: 60_000n }])
    expect(sold.realised).toBe(35_000n)
    expect(sold.disposals).toEqual([
      { acquiredOn: '2026-11-02', disposedOn: '2026-11-20', quantity: scaled('100'), proceeds: 130_000n, cost: 100_000n },
      { acquiredOn: '2026-11-09', disposedOn: '2026-11-20', quantity: scaled('50'), proceeds: 65_000n, cost: 60_000n },
    ])
  })

  it('never sells more than there is', () => expect(() => applyToLots(noLots, trade('sell', '1', 1n))).toThrow('more than the lots hold'))
})

describe('a split counts every lot anew (rule book D.9)', () => {
  const split = (newShares: bigint, oldShares: bigint) => ({ newShares, oldShares, exDate: '2026-11-21' })

  it('seven for one: seven times the shares at the same cost, of the same day', () => {
    const { lots, realised } = splitLots(bought, split(7n, 1n), { fraction: 0n, cash: 0n })
    expect(lots).toEqual([
      { acquiredOn: '2026-11-02', quantity: scaled('700'), cost: 100_000n },
      { acquiredOn: '2026-11-09', quantity: scaled('700'), cost: 120_000n },
    ])
    expect(realised).toBe(0n)
  })

  it('one for three: what is left of a share is sold out of the oldest lot', () => {
    const terms = { ...split(1n, 3n), priorClose: scaled('12'), currency: 'USD' } as const
    const { quantity, fraction, cash } = sharesAfter(scaled('200'), terms)
    expect([quantity, fraction, cash]).toEqual([scaled('66'), scaled('0.66666666'), 2_400n])
    const { lots, disposals } = splitLots(bought, terms, { fraction, cash })
    expect(lots.reduce((sum, lot) => sum + lot.quantity, 0n)).toBe(quantity)
    expect(disposals).toEqual([{ acquiredOn: '2026-11-02', disposedOn: '2026-11-21', quantity: fraction, proceeds: 2_400n, cost: 1_999n }])
  })
})
