import { describe, expect, it } from 'vitest'
import { sharesAfter } from '../corporate/split-position.ts'
import { formatScaled, scaled } from '../decimal.ts'
import { type LotChoice, type LotLedger, type LotTrade, applyToLots, boughtBackOn, noLots, splitLots } from './lots.ts'

let executions = 0
const trade = (side: 'buy' | 'sell', quantity: string, cents: bigint, tradeDate = '2026-11-20'): LotTrade => ({
  id: (executions += 1),
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
    expect(sold.lots).toMatchObject([{ acquiredOn: '2026-11-09', quantity: scaled('50'), cost: 60_000n }])
    expect(sold.realised).toBe(35_000n)
    expect(sold.disposals).toMatchObject([
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
    expect(lots).toMatchObject([
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
    expect(disposals).toMatchObject([
      { acquiredOn: '2026-11-02', disposedOn: '2026-11-21', quantity: fraction, proceeds: 2_400n, cost: 1_999n },
    ])
  })
})

describe('which lot is sold (rule book P.7)', () => {
  const three = [
    trade('buy', '100', 100_000n, '2026-11-02'),
    trade('buy', '100', 130_000n, '2026-11-09'),
    trade('buy', '100', 120_000n, '2026-11-16'),
  ]
  const held = three.reduce(applyToLots, noLots)
  const sell = (lots: LotChoice | null, quantity = '150') => applyToLots(held, { ...trade('sell', quantity, 195_000n), lots })
  const rests = ({ lots }: LotLedger) => lots.map(({ acquiredOn, quantity }) => [acquiredOn.slice(-2), formatScaled(quantity)])

  it.each([
    [
      'the oldest',
      null,
      [
        ['09', '50'],
        ['16', '100'],
      ],
      30_000n,
    ],
    [
      'the newest',
      { method: 'LIFO', chosen: [] },
      [
        ['02', '100'],
        ['09', '50'],
      ],
      10_000n,
    ],
    [
      'the dearest',
      { method: 'HIGHEST', chosen: [] },
      [
        ['02', '100'],
        ['16', '50'],
      ],
      5_000n,
    ],
    [
      'the chosen, in their order',
      { method: 'CHOSEN', chosen: [three[2]?.id ?? 0, three[0]?.id ?? 0] },
      [
        ['02', '50'],
        ['09', '100'],
      ],
      25_000n,
    ],
  ] as const)('%s first', (_name, choice, left, realised) => {
    const sold = sell(choice)
    expect(rests(sold)).toEqual(left)
    expect(sold.realised).toBe(realised)
  })

  it('what chosen lots do not cover comes out of the oldest, and a lot that is gone is passed over', () => {
    const sold = sell({ method: 'CHOSEN', chosen: [999_999, three[2]?.id ?? 0] })
    expect(rests(sold)).toEqual([
      ['02', '50'],
      ['09', '100'],
    ])
  })

  it('whatever the order, everything sold costs the same together', () => {
    for (const method of ['LIFO', 'HIGHEST', 'CHOSEN'] as const)
      expect(sell({ method, chosen: [] }, '300').realised).toBe(sell(null, '300').realised)
  })

  it('a loss that is bought back within thirty days is marked, and nothing else', () => {
    const [loss] = sell({ method: 'HIGHEST', chosen: [] }, '50').disposals
    if (loss === undefined) throw new Error('nothing was sold')
    const dear = { ...loss, proceeds: loss.cost - 1n }
    const after = (id: number, tradeDate: string) => [{ id, tradeDate }]
    expect(boughtBackOn(dear, after(1_000_000, '2026-12-20'))).toBe('2026-12-20')
    expect(boughtBackOn(dear, after(1_000_000, '2026-12-21'))).toBeNull()
    expect(boughtBackOn(dear, after(1, '2026-11-02'))).toBeNull()
    expect(boughtBackOn({ ...dear, proceeds: dear.cost }, after(1_000_000, '2026-11-21'))).toBeNull()
    expect(boughtBackOn({ ...dear, saleId: null }, after(1_000_000, '2026-11-21'))).toBeNull()
  })

  it('a purchase with a dividend is marked', () =>
    expect(applyToLots(noLots, { ...trade('buy', '1', 100n), isReinvested: true }).lots[0]?.isReinvested).toBe(true))
})
