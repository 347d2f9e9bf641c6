import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pairs } from '../catalogue/pairs.ts'
import { worldIndices } from '../catalogue/world-indices.ts'
import {
  autocorrelation,
  correlation,
  deviation,
  excessKurtosis,
  hill,
  lagged,
  mean,
  median,
  quantile,
  stretches,
} from '../prices/statistics.ts'
import { createWorldMarket } from './world-market.ts'

/**
 * Properties that returns of real markets share, for every class of what is listed besides the United States' shares
 * (`docs/rules/price-model.md` C.7), on the exchanges' own calendars over five years. The bands were set with a margin around what twelve
 * seeds gave; those values stand beside them.
 */
const NOW = Date.UTC(2026, 0, 9, 22)
const DAYS = 1_280
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const worldOf = (seed: number) =>
  createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`facts ${seed} ${market} ${date}`)),
    sha256,
    alwaysOpen: false,
    openedOn: '2026-01-09',
    startDate: '2021-01-04',
  })
type World = ReturnType<typeof worldOf>

const crosses = pairs.filter(({ legs }) => legs !== null).map(({ instrument }) => instrument.id)
const classes: Readonly<Record<string, (world: World) => readonly string[]>> = {
  'shares of Buenos Aires': (world) => sharesOf(world, 'AR').filter((id) => !certificatesOf(world).includes(id)),
  'certificates': certificatesOf,
  'shares of Taipei': (world) => sharesOf(world, 'TW'),
  'currencies': () => pairs.flatMap(({ instrument, legs }) => (legs === null && !instrument.code.startsWith('X') ? [instrument.id] : [])),
  'metals': () => ['FX:XAUUSD', 'FX:XAGUSD'],
  'crosses': () => crosses,
  'commodity futures': (world) => frontOf(world, ['SCL', 'SNG', 'SZC', 'SZS']),
  'bitcoin futures': (world) => frontOf(world, ['SBTC']),
  'ether futures': (world) => frontOf(world, ['SETH']),
  'world indices': () => worldIndices.map(({ instrument }) => instrument.id),
}

function sharesOf({ instruments }: World, market: string): readonly string[] {
  return instruments.flatMap((instrument) => (instrument.market === market && !instrument.quoteOnly ? [instrument.id] : []))
}
function certificatesOf({ instruments }: World): readonly string[] {
  return instruments.flatMap(({ id, name }) => (name.startsWith('CEDEAR') ? [id] : []))
}
/** The month that is listed furthest: its chart is the family's own price, carried. */
function frontOf({ instruments }: World, roots: readonly string[]): readonly string[] {
  return roots.map((root) => instruments.findLast(({ contract }) => contract?.kind === 'future' && contract.root === root)?.id ?? '')
}

function factsOf(world: World, ids: readonly string[]) {
  const series = ids.map((instrumentId) => {
    const request = { instrumentId, interval: 'day', until: NOW, limit: DAYS, hours: 'regular', adjust: 'total' } as const
    const bars = world.bars(request, NOW)?.bars ?? []
    const returns = bars.slice(1).map((bar, index) => Math.log(Number(bar.close) / Number(bars[index]?.close ?? 1n)))
    return { returns, sizes: returns.map(Math.abs), volumes: bars.slice(1).map((bar) => Math.log(Number(bar.volume) + 1)) }
  })
  const each = (statistic: (one: (typeof series)[number]) => number) => series.map(statistic)
  const kurtoses = each(({ returns }) => excessKurtosis(returns))
  const memory = (lag: number) => median(each(({ sizes }) => autocorrelation(sizes, lag)))
  const lags = Array.from({ length: 10 }, (_, index) => index + 1)
  return {
    length: Math.min(...each(({ returns }) => returns.length)),
    volatility: median(each(({ returns }) => deviation(returns) * Math.sqrt(252))),
    kurtosis: median(kurtoses),
    hill: median(each(({ sizes }) => hill(sizes, 0.05))),
    direction: mean(each(({ returns }) => autocorrelation(returns, 1))),
    largestDirection: quantile(
      each(({ returns }) => Math.max(...lags.map((lag) => Math.abs(autocorrelation(returns, lag))))),
      0.95,
    ),
    memory1: memory(1),
    memory5: memory(5),
    memory10: memory(10),
    memory20: memory(20),
    leverage: median(each(({ returns, sizes }) => mean(lags.map((lag) => lagged(returns, sizes, lag))))),
    aggregation: median(each(({ returns }) => excessKurtosis(stretches(returns, 20)))) / median(kurtoses),
    pairwise: mean(series.flatMap((a, row) => series.slice(row + 1).map((b) => correlation(a.returns, b.returns)))),
    volume: median(each(({ sizes, volumes }) => correlation(sizes, volumes))),
  }
}

type Facts = ReturnType<typeof factsOf>
type Band = readonly [least: number, most: number]
type Bands = Readonly<Partial<Record<keyof Facts, Band>>>

const NOT_LESS_THAN = (least: number): Band => [least, Infinity]
const NO_LEVERAGE: Band = [-0.08, 0.08]
const APART: Band = [-0.06, 0.06]

/** After each band what twelve seeds gave. Direction has no memory anywhere: lag 1 −0.06 to 0.05, the largest of ten 0.04 to 0.15. */
const bands: Readonly<Record<string, Bands>> = {
  'shares of Buenos Aires': {
    volatility: [0.3, 0.62], // 0.37 to 0.54
    kurtosis: NOT_LESS_THAN(1.8), // 2.5 to 5.9
    hill: [2.4, 4.4], // 3.0 to 3.9
    memory1: NOT_LESS_THAN(0.12), // 0.18 to 0.29
    memory5: NOT_LESS_THAN(0.08), // 0.13 to 0.24
    memory10: NOT_LESS_THAN(0.04), // 0.08 to 0.20
    leverage: [-Infinity, -0.02], // −0.09 to −0.04
    aggregation: [-Infinity, 0.85], // 0.04 to 0.65
    pairwise: [0.35, 0.62], // 0.45 to 0.53
    volume: NOT_LESS_THAN(0.25), // 0.69 to 0.72
  },
  // Their volume is Buenos Aires' own and does not answer to New York's moves.
  'certificates': {
    volatility: [0.19, 0.34], // 0.22 to 0.31
    kurtosis: NOT_LESS_THAN(2), // 2.6 to 7.0
    hill: [2.6, 4.4], // 3.2 to 3.8
    memory1: NOT_LESS_THAN(0.07), // 0.11 to 0.20
    memory5: NOT_LESS_THAN(0.04), // 0.07 to 0.15
    memory10: NOT_LESS_THAN(0.03), // 0.06 to 0.14
    leverage: [-Infinity, -0.02], // −0.06 to −0.03
    aggregation: [-Infinity, 0.85], // 0.02 to 0.51
    pairwise: [0.35, 0.6], // 0.44 to 0.52
  },
  // A limit of ten percent cuts off what would make days more extreme than weeks.
  'shares of Taipei': {
    volatility: [0.22, 0.42], // 0.26 to 0.37
    kurtosis: NOT_LESS_THAN(2), // 2.8 to 5.6
    hill: [2.4, 4.2], // 2.8 to 3.6
    memory1: NOT_LESS_THAN(0.12), // 0.19 to 0.28
    memory5: NOT_LESS_THAN(0.08), // 0.13 to 0.23
    memory10: NOT_LESS_THAN(0.06), // 0.11 to 0.23
    leverage: [-Infinity, -0.02], // −0.07 to −0.03
    aggregation: [-Infinity, 1.1], // 0.27 to 0.94
    pairwise: [0.15, 0.38], // 0.22 to 0.29
    volume: NOT_LESS_THAN(0.25), // 0.72 to 0.73
  },
  'currencies': {
    volatility: [0.06, 0.115], // 0.08 to 0.10
    kurtosis: NOT_LESS_THAN(2.2), // 3.0 to 5.4
    hill: [2.6, 4.3], // 3.2 to 3.6
    memory1: NOT_LESS_THAN(0.03), // 0.07 to 0.14
    memory5: NOT_LESS_THAN(0.03), // 0.06 to 0.13
    memory10: NOT_LESS_THAN(0.03), // 0.05 to 0.11
    leverage: NO_LEVERAGE, // −0.01 to 0.01
    aggregation: [-Infinity, 0.85], // 0.01 to 0.28
    pairwise: APART, // 0.00 to 0.01
    volume: NOT_LESS_THAN(0.25), // 0.73 to 0.75
  },
  'metals': {
    volatility: [0.18, 0.39], // 0.23 to 0.32
    kurtosis: NOT_LESS_THAN(1.8), // 2.8 to 10.5
    hill: [2.5, 4.8], // 3.2 to 4.2
    memory1: NOT_LESS_THAN(0.02), // 0.08 to 0.19
    memory10: NOT_LESS_THAN(0.01), // 0.05 to 0.15
    leverage: NO_LEVERAGE, // 0.00 to 0.03
    pairwise: [-0.09, 0.09], // −0.05 to 0.06
    volume: NOT_LESS_THAN(0.25), // 0.72 to 0.79
  },
  'crosses': {
    volatility: [0.08, 0.15], // 0.10 to 0.13
    kurtosis: NOT_LESS_THAN(0.8), // 1.5 to 4.5
    hill: [2.6, 5], // 3.5 to 4.2
    memory1: NOT_LESS_THAN(0), // 0.05 to 0.15
    leverage: NO_LEVERAGE, // −0.02 to 0.01
    pairwise: [0.05, 0.3], // 0.12 to 0.22
    volume: NOT_LESS_THAN(0.25), // 0.27 to 0.45
  },
  'commodity futures': {
    volatility: [0.2, 0.4], // 0.24 to 0.35
    kurtosis: NOT_LESS_THAN(1.8), // 2.8 to 8.9
    hill: [2.6, 4.7], // 3.3 to 4.1
    memory1: NOT_LESS_THAN(0.05), // 0.11 to 0.21
    memory5: NOT_LESS_THAN(0.03), // 0.08 to 0.18
    memory10: NOT_LESS_THAN(0.02), // 0.06 to 0.14
    leverage: NO_LEVERAGE, // −0.02 to 0.02
    aggregation: [-Infinity, 0.85], // 0.05 to 0.36
    pairwise: APART, // −0.01 to 0.02
    volume: NOT_LESS_THAN(0.25), // 0.66 to 0.73
  },
  'bitcoin futures': {
    volatility: [0.27, 0.52], // 0.32 to 0.45
    kurtosis: NOT_LESS_THAN(1.6), // 2.6 to 7.9
    hill: [2.5, 4.5], // 3.0 to 3.8
    memory1: NOT_LESS_THAN(0.02), // 0.07 to 0.30
    leverage: NO_LEVERAGE, // −0.03 to 0.04
    aggregation: [-Infinity, 0.85], // −0.10 to 0.43
    volume: NOT_LESS_THAN(0.25), // 0.65 to 0.73
  },
  // As bitcoin, whose volatility it has.
  'ether futures': {
    volatility: [0.27, 0.52],
    kurtosis: NOT_LESS_THAN(1.6),
    hill: [2.5, 4.5],
    memory1: NOT_LESS_THAN(0.02),
    leverage: NO_LEVERAGE,
    aggregation: [-Infinity, 0.85],
    volume: NOT_LESS_THAN(0.25),
  },
  'world indices': {
    volatility: [0.11, 0.23], // 0.14 to 0.19
    kurtosis: NOT_LESS_THAN(3.5), // 5.5 to 8.8
    hill: [2.3, 3.8], // 2.8 to 3.3
    memory1: NOT_LESS_THAN(0.12), // 0.19 to 0.31
    memory5: NOT_LESS_THAN(0.06), // 0.12 to 0.24
    memory10: NOT_LESS_THAN(0.04), // 0.10 to 0.18
    leverage: [-Infinity, -0.05], // −0.12 to −0.08
    pairwise: APART, // −0.01 to 0.01
  },
}
const EVERYWHERE: Bands = { length: NOT_LESS_THAN(1_200), direction: [-0.08, 0.08], largestDirection: [0, 0.18], memory20: [-0.05, 1] }

const world = worldOf(20260101)
describe.each(Object.keys(classes))('%s', (name) => {
  const facts = factsOf(world, classes[name]?.(world) ?? [])
  const asked = Object.entries({ ...EVERYWHERE, ...bands[name] }) as [keyof Facts, Band][]
  test.each(asked)('%s', (fact, [least, most]) => {
    expect(facts[fact] >= least && facts[fact] <= most, `${fact} is ${facts[fact].toFixed(4)}, not within ${least} to ${most}`).toBe(true)
  })
})

test('an index made of members follows their weighted mean (C.7)', () => {
  for (const [index, market] of [
    ['IDX:MERV', 'AR'],
    ['IDX:TWII', 'TW'],
  ] as const) {
    const closesOf = (instrumentId: string, adjust: 'none' | 'split') => {
      const request = { instrumentId, interval: 'day', until: NOW, limit: 500, hours: 'regular', adjust } as const
      return (world.bars(request, NOW)?.bars ?? []).map((bar) => Number(bar.close))
    }
    const shown = closesOf(index, 'none')
    const weighted = shown.map(() => 0)
    for (const { id, fund } of world.instruments.filter((instrument) => instrument.market === market && !instrument.quoteOnly)) {
      if (fund === true || certificatesOf(world).includes(id)) continue
      const shares = Number(world.facts(id, NOW)?.sharesOutstanding ?? 0n)
      for (const [day, close] of closesOf(id, 'split').entries()) weighted[day] = (weighted[day] ?? 0) + close * shares
    }
    const moves = (values: readonly number[]) => values.slice(1).map((value, day) => Math.log(value / (values[day] ?? 1)))
    expect(correlation(moves(shown), moves(weighted)), index).toBeGreaterThan(0.9)
  }
})

/** A change of the price model changes these, and says so where it is made. */
test('a thousand bars of each class are the same bits on every machine (C.1)', () => {
  const hashOf = (instrumentId: string) => {
    const request = { instrumentId, interval: '1m', until: NOW, limit: 1_000, hours: 'regular', adjust: 'none' } as const
    const rows = (world.bars(request, NOW)?.bars ?? []).map(({ open, high, low, close, volume }) =>
      [open, high, low, close, volume].join(','),
    )
    return `${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)}`
  }
  const [certificate = ''] = certificatesOf(world)
  const ids = [
    'AR:PMSR',
    certificate,
    'AR:CCL',
    'TW:7203',
    'FX:EURUSD',
    'FX:EURJPY',
    'FX:XAUUSD',
    'FUT:SES-2026H',
    'FUT:STX-2026H',
    'FUT:SCL-2026H',
    'IDX:MERV',
    'IDX:JP225',
    'IDX:USVIX',
  ]
  expect(ids.map((id) => `${id} ${hashOf(id)}`)).toMatchInlineSnapshot(`
    [
      "AR:PMSR 1000 ef8eb278992dd830",
      "AR:GRHL 1000 e458c9b0f735c8c5",
      "AR:CCL 1000 a58f123fee040022",
      "TW:7203 1000 2dff273537a687cc",
      "FX:EURUSD 1000 a5eeb19a904a1561",
      "FX:EURJPY 1000 081b27c9175a0fd7",
      "FX:XAUUSD 1000 206129cf8110cfeb",
      "FUT:SES-2026H 1000 ad9741276f9b52ea",
      "FUT:STX-2026H 1000 29a120bf63c7714e",
      "FUT:SCL-2026H 1000 269898f4ff568c5b",
      "IDX:MERV 1000 2402d3a8f07345e2",
      "IDX:JP225 1000 1ff38b43251a89e9",
      "IDX:USVIX 1000 183a256a59765c5b",
    ]
  `)
})
