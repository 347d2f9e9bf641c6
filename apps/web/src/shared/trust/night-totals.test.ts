import type { LogEntry } from '@rueda/proof/entries.ts'
import { describe, expect, it } from 'vitest'
import { type Night, judgeTotals, otherAssets, owedAndHeldOf } from './night-totals.ts'

const total = (asset: string, amount: string, leaves: number, entry: number | null) => ({
  asset,
  root: 'aa',
  total: amount,
  leaves,
  entry,
})
const NIGHT: Night = {
  ...{ date: '2026-11-18', timestamp: 0 },
  liabilities: [
    total('ARS', '1050000', 4, 7),
    total('US:ARDV', '1000000000', 8, 8),
    total('US:CBHB', '500000000', 12, 9),
    total('USD', '10000000', 40, 10),
  ],
  held: [
    { place: 'H:BANK:USD', asset: 'USD', amount: '250050' },
    { place: 'H:CHAIN:USDT:TRC20', asset: 'USDT', amount: '4000000' },
  ],
  heldEntry: 11,
}

describe('owed and held', () => {
  it('stand side by side by currency, with what the two differ by', () => {
    expect(owedAndHeldOf(NIGHT)).toEqual([
      { currency: 'USD', owed: '100000.00', held: { places: [{ network: null, amount: '2500.50' }], difference: '-97499.50' } },
      { currency: 'ARS', owed: '10500.00', held: { places: [], difference: '-10500.00' } },
      { currency: 'USDT', owed: '0.000000', held: { places: [{ network: 'TRC20', amount: '4.000000' }], difference: '4.000000' } },
    ])
    expect(owedAndHeldOf({ ...NIGHT, held: null })).toEqual([
      { currency: 'USD', owed: '100000.00', held: null },
      { currency: 'ARS', owed: '10500.00', held: null },
    ])
  })

  it('of shares nothing is held by a bank; the one that most hold comes first', () =>
    expect(otherAssets(NIGHT).map(({ asset }) => asset)).toEqual(['US:CBHB', 'US:ARDV']))
})

describe('the sums of a night', () => {
  const SOON = 60_000
  const LATER = 3_600_000
  const said = (at: number, change: object = {}): [number, LogEntry] => {
    const { asset, root, total: sum, leaves } = NIGHT.liabilities.find(({ entry }) => entry === at) ?? total('BTC', '1', 4, at)
    return [at, { kind: 'liabilities', at: 0, date: NIGHT.date, asset, root, total: sum, leaves, ...change }]
  }
  const HELD = NIGHT.held ?? []
  const heldAs = (at: number, change: object = {}): [number, LogEntry] => [
    at,
    { kind: 'held', at: 0, date: NIGHT.date, assets: 4, places: HELD, ...change },
  ]
  const logOf = (...more: [number, LogEntry][]) => ({
    size: 20,
    continuedAt: null,
    seenAt: 0,
    entries: new Map([said(7), said(8), said(9), said(10), ...more]),
  })
  const notYet: Night = { ...NIGHT, liabilities: [...NIGHT.liabilities.slice(0, 3), total('USD', '10000000', 40, null)] }
  const three = { size: 20, continuedAt: null, seenAt: 0, entries: new Map([said(7), said(8), said(9)]) }

  it('are those of the log', () =>
    expect(judgeTotals({ ...NIGHT, held: null }, logOf(), LATER)).toEqual({ kind: 'same', count: 4, of: 4, isHeldLogged: false }))

  it('are those of the log, where what is held is not in it though it should be by now', () => {
    expect(judgeTotals(NIGHT, logOf(), LATER)).toEqual({ kind: 'heldMissing' })
    expect(judgeTotals(NIGHT, logOf(), SOON)).toMatchObject({ kind: 'same', isHeldLogged: false })
    expect(judgeTotals(NIGHT, { ...logOf(), continuedAt: SOON }, LATER)).toMatchObject({ kind: 'same', isHeldLogged: false })
  })

  it('may be none, and then what is held has to be in the log all the same', () => {
    const nothing = { ...logOf(), entries: new Map<number, LogEntry>() }
    const heldAlone: Night = { ...NIGHT, liabilities: [] }
    expect(judgeTotals({ ...heldAlone, heldEntry: null }, nothing, LATER)).toEqual({ kind: 'heldMissing' })
    expect(judgeTotals(heldAlone, nothing, LATER)).toEqual({ kind: 'heldMissing' })
    expect(judgeTotals({ ...heldAlone, heldEntry: null }, nothing, SOON)).toEqual({ kind: 'nothing' })
    expect(judgeTotals(heldAlone, { ...nothing, entries: new Map([heldAs(11, { assets: 0 })]) }, LATER)).toEqual({ kind: 'nothing' })
  })

  it('are those of the log, and what is held is too', () =>
    expect(judgeTotals(NIGHT, logOf(heldAs(11)), LATER)).toEqual({ kind: 'same', count: 4, of: 4, isHeldLogged: true }))

  it.each<[string, Partial<Night>, object]>([
    ['another amount that is held', {}, { places: HELD.map((each) => ({ ...each, amount: '1' })) }],
    ['a place that is not shown', {}, { places: [...HELD, { place: 'H:BANK:ARS', asset: 'ARS', amount: '5' }] }],
    ['another number of sums', {}, { assets: 5 }],
    ['another moment', {}, { at: 1 }],
    ['something where the answer says that nothing was said', { held: null }, {}],
  ])('are not the log’s word where it has %s', (_, night, change) => {
    expect(judgeTotals({ ...NIGHT, ...night }, logOf(heldAs(11, change)), LATER)).toEqual({ kind: 'otherHeld' })
  })

  it('cannot all be left out, or be said twice', () => {
    const nothing = { ...logOf(), entries: new Map([heldAs(11)]) }
    expect(judgeTotals({ ...NIGHT, liabilities: [] }, nothing, LATER)).toEqual({ kind: 'otherHeld' })
    expect(judgeTotals(NIGHT, logOf(heldAs(11), heldAs(12)), LATER)).toEqual({ kind: 'otherHeld' })
  })

  it('wait for the next checkpoint, but not for ever; of a log that has ended they are not in this one', () => {
    expect(judgeTotals(notYet, three, SOON)).toEqual({ kind: 'waiting', count: 3, of: 4, isHeldLogged: false })
    expect(judgeTotals(notYet, three, LATER)).toEqual({ kind: 'missing', asset: 'USD' })
    expect(judgeTotals(notYet, { ...three, continuedAt: SOON }, LATER)).toEqual({ kind: 'waiting', count: 3, of: 4, isHeldLogged: false })
    const beyond: Night = { ...NIGHT, liabilities: [total('USD', '10000000', 40, 999_999)] }
    expect(judgeTotals(beyond, { ...three, entries: new Map() }, LATER)).toEqual({ kind: 'missing', asset: 'USD' })
  })

  it('are other ones where one is answered twice', () => {
    const twice: Night = { ...NIGHT, liabilities: [...NIGHT.liabilities, total('USD', '5', 4, null)] }
    expect(judgeTotals(twice, logOf(heldAs(11)), SOON)).toEqual({ kind: 'other', asset: 'USD' })
  })

  it('that the log has and the answer does not are left out, all of them too', () => {
    const without: Night = { ...NIGHT, liabilities: NIGHT.liabilities.slice(0, 3) }
    expect(judgeTotals(without, logOf(), LATER)).toEqual({ kind: 'leftOut', asset: 'USD' })
    expect(judgeTotals({ ...NIGHT, liabilities: [], held: null }, { ...three, entries: new Map() }, LATER)).toEqual({ kind: 'nothing' })
  })

  it.each([{ total: '10000001' }, { root: 'ab' }, { leaves: 41 }, { date: '2026-11-17' }, { at: 1 }])(
    'are other ones where %o is said',
    (change) => expect(judgeTotals(NIGHT, logOf(said(10, change)), LATER)).toEqual({ kind: 'other', asset: 'USD' }),
  )

  it('are found where they are, whatever place the answer names, and no moment of the house puts them off for ever', () => {
    const changed = (entry: number | null): Night => ({
      ...NIGHT,
      liabilities: [...NIGHT.liabilities.slice(0, 3), total('USD', '1', 40, entry)],
    })
    expect(judgeTotals(changed(null), logOf(), SOON)).toEqual({ kind: 'other', asset: 'USD' })
    expect(judgeTotals(changed(999_999), logOf(), SOON)).toEqual({ kind: 'other', asset: 'USD' })
    expect(judgeTotals({ ...notYet, timestamp: LATER }, { ...three, entries: new Map() }, LATER)).toMatchObject({ kind: 'other' })
    const never: Night = { ...NIGHT, timestamp: LATER, liabilities: [total('USD', '1', 4, null)] }
    expect(judgeTotals(never, { ...three, entries: new Map() }, LATER)).toEqual({ kind: 'missing', asset: 'USD' })
    expect(judgeTotals(never, { ...three, seenAt: LATER, entries: new Map() }, LATER)).toEqual({
      kind: 'waiting',
      count: 0,
      of: 1,
      isHeldLogged: false,
    })
  })

  it('are other ones where one is said twice, and left out where the log has some and the answer none', () => {
    expect(judgeTotals(NIGHT, logOf([11, { ...said(10)[1], total: '5' } as LogEntry]), LATER)).toEqual({ kind: 'other', asset: 'USD' })
    expect(judgeTotals(NIGHT, logOf(said(10, { asset: 'ARS' })), LATER)).toEqual({ kind: 'other', asset: 'ARS' })
    expect(judgeTotals({ ...NIGHT, liabilities: [] }, logOf(), LATER)).toMatchObject({ kind: 'leftOut' })
  })
})
