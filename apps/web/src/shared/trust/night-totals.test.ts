import type { LogEntry } from '@rueda/proof/entries.ts'
import { describe, expect, it } from 'vitest'
import { type Night, judgeTotals, otherAssets, sheetsOf } from './night-totals.ts'

const total = (asset: string, amount: string, leaves: number, entry: number | null = 7) => ({
  asset,
  root: 'aa',
  total: amount,
  leaves,
  entry,
})
const NIGHT: Night = {
  ...{ date: '2026-11-18', timestamp: 0 },
  liabilities: [
    total('ARS', '1050000', 4),
    total('US:ARDV', '1000000000', 8),
    total('US:CBHB', '500000000', 12),
    total('USD', '10000000', 40),
  ],
  held: [
    { place: 'H:BANK:USD', asset: 'USD', amount: '250050' },
    { place: 'H:CHAIN:USDT:TRC20', asset: 'USDT', amount: '4000000' },
  ],
}

describe('owed and held', () => {
  it('stand side by side by currency, with what the two differ by', () => {
    expect(sheetsOf(NIGHT)).toEqual([
      { currency: 'USD', owed: '100000.00', held: [{ network: null, amount: '2500.50' }], difference: '-97499.50' },
      { currency: 'ARS', owed: '10500.00', held: [], difference: '-10500.00' },
      { currency: 'USDT', owed: '0.000000', held: [{ network: 'TRC20', amount: '4.000000' }], difference: '4.000000' },
    ])
    expect(sheetsOf({ ...NIGHT, held: null })).toBeNull()
  })

  it('of shares nothing is held by a bank; the one that most hold comes first', () =>
    expect(otherAssets(NIGHT).map(({ asset }) => asset)).toEqual(['US:CBHB', 'US:ARDV']))
})

describe('the sums of a night', () => {
  const said = (asset: string, change: object = {}): [string, LogEntry] => {
    const { root, total: sum, leaves } = NIGHT.liabilities.find((each) => each.asset === asset) ?? total(asset, '0', 0)
    return [asset, { kind: 'liabilities', at: 0, date: NIGHT.date, asset, root, total: sum, leaves, ...change }]
  }
  const all = ['ARS', 'US:ARDV', 'US:CBHB', 'USD']

  it('are those of the log, or wait for its next checkpoint', () => {
    expect(judgeTotals(NIGHT, new Map(all.map((asset) => said(asset))))).toEqual({ kind: 'same', count: 4, of: 4 })
    expect(judgeTotals(NIGHT, new Map([said('ARS'), ['USD', null]]))).toEqual({ kind: 'waiting', count: 1, of: 4 })
  })

  it.each([{ total: '10000001' }, { root: 'ab' }, { leaves: 41 }, { date: '2026-11-17' }, { asset: 'ARS' }])(
    'are other ones where %o is said',
    (change) =>
      expect(judgeTotals(NIGHT, new Map([...all.map((asset) => said(asset)), said('USD', change)]))).toEqual({
        kind: 'other',
        asset: 'USD',
      }),
  )
})
