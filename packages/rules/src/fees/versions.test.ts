import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { feesOf } from '../instruments/terms.ts'
import { usStockFees } from '../markets/us.ts'
import { DAY_MS } from '../time.ts'
import { chargesOn } from './schedule.ts'
import { MAX_TIMES, NOTICE_DAYS, type Proposal, checkProposal } from './propose.ts'
import {
  type Commission,
  type FeeVersion,
  SEEN_FOR_MS,
  firstRates,
  firstVersion,
  leastVolume,
  ratesOf,
  stepOf,
  versionAt,
  versionSeen,
  volumeMonthOf,
} from './versions.ts'

const NOW = 1_800_000_000_000
const US = { market: 'US', contract: null } as const
/** The first version with other steps for US stocks. */
const withUs = (...steps: readonly (readonly [from: bigint, change: Partial<Commission>])[]): FeeVersion['markets'] =>
  firstVersion.markets.map((each) => {
    const [step] = each.steps
    const [row] = step?.commissions ?? []
    return each.market === 'US' && row !== undefined
      ? { ...each, steps: steps.map(([from, change]) => ({ from, commissions: [{ ...row, ...change }] })) }
      : each
  })
const version = (number: number, startsAt: number, markets = withUs([0n, { rate: 20_000n }])): FeeVersion => ({
  ...{ version: number, firstDay: '2026-12-01', startsAt, markets },
})
const MILLION = 100_000_000n
const stepped = version(2, NOW, withUs([0n, {}], [MILLION, { rate: 20_000n }], [5n * MILLION, { rate: 10_000n, minimum: 10n }]))

describe('the versions of the commissions', () => {
  it('begin with the tables of the markets, to the letter', () => {
    expect(feesOf(US, scaled('1'), firstRates('US')).rules).toEqual(usStockFees.rules)
    expect(firstVersion.markets.map(({ market }) => market)).toEqual(['US', 'AR', 'TW', 'FUT'])
    expect(firstVersion.markets.find(({ market }) => market === 'TW')?.steps[0]?.commissions.map(({ scope }) => scope)).toEqual([
      'boardLots',
      'oddLots',
    ])
  })

  it.each([
    [NOW - 1, 1],
    [NOW, 2],
    [NOW + DAY_MS - 1, 2],
    [NOW + DAY_MS, 3],
  ])('hold from their own moment on, never before: at %i it is %i', (at, number) => {
    expect(versionAt([version(2, NOW), version(3, NOW + DAY_MS)], at).version).toBe(number)
  })

  it('change the commission and nothing that others set', () => {
    const traded = { side: 'sell', notional: 2_865_750n, quantity: scaled('150'), tradeDate: '2026-11-20' } as const
    const charged = (rates: ReturnType<typeof firstRates>) =>
      chargesOn(feesOf(US, traded.quantity, rates), traded).map(({ kind, amount }) => [kind, amount])
    const others = [
      ['SEC_FEE', 60n],
      ['TAF', 3n],
    ]
    expect(charged(firstRates('US'))).toEqual([['COMMISSION', 860n], ...others])
    expect(charged(ratesOf(version(2, NOW), 'US', 0))).toEqual([['COMMISSION', 573n], ...others])
  })
})

describe('the version that was shown', () => {
  const later = [version(2, NOW)]
  it.each([
    ['is paid while it holds', 1, NOW - 1, 1],
    ['is paid for a while after', 1, NOW + SEEN_FOR_MS - 1, 1],
    ['is too old later', 1, NOW + SEEN_FOR_MS, null],
    ['is the new one from its moment on', 2, NOW, 2],
    ['is not one that comes', 2, NOW - 1, null],
    ['is not one that was never made', 7, NOW, null],
    ['is the one that holds where none is named', null, NOW, 2],
  ])('%s', (_, seen, now, paid) => {
    expect(versionSeen(later, seen, now)?.version ?? null).toBe(paid)
  })
})

describe('a step of volume', () => {
  it.each([
    [0n, 0],
    [MILLION - 1n, 0],
    [MILLION, 1],
    [5n * MILLION, 2],
  ])('is the highest that a volume of %s reaches', (volume, step) => expect(stepOf(stepped, 'US', volume)).toBe(step))

  it('has rates of its own', () => {
    expect(ratesOf(stepped, 'US', 2)).toMatchObject({ version: 2, step: 2, commissions: [{ rate: 10_000n, minimum: 10n }] })
    expect(leastVolume([firstVersion, stepped], 'US')).toBe(MILLION)
    expect(leastVolume([firstVersion, stepped], 'AR')).toBeNull()
  })

  it.each([
    ['2026-12-02', '2026-11'],
    ['2026-12-31', '2026-11'],
    ['2027-01-01', '2026-11'],
    ['2027-01-02', '2026-12'],
    ['2027-02-01', '2026-12'],
  ])('holds from the second day of a month to the first of the next: on %s it is by %s', (today, month) => {
    expect(volumeMonthOf(today)).toBe(month)
  })
})

describe('a proposal', () => {
  const house = { later: [], today: '2026-11-20', isTradingDay: (date: string) => date !== '2026-11-29' }
  const proposal = (change: Partial<Proposal> = {}): Proposal => ({
    firstDay: '2026-11-30',
    markets: withUs([0n, { rate: 20_000n }]),
    ...change,
  })
  const field = (change: Partial<Proposal>, later: readonly FeeVersion[] = []) =>
    checkProposal(proposal(change), { ...house, later })?.facts['field'] ?? null

  it('changes what the house sets', () => expect(field({})).toBeNull())

  it.each([
    ['a week ahead', '2026-11-27', null],
    ['in less than a week', '2026-11-26', 'firstDay'],
    ['backwards', '2026-11-01', 'firstDay'],
    ['on a day without trading', '2026-11-29', 'firstDay'],
    ['in a quarter', '2027-02-18', null],
    ['later than that', '2027-02-19', 'firstDay'],
  ])('%s', (_, firstDay, refused) => {
    expect(field({ firstDay })).toBe(refused)
    expect(NOTICE_DAYS).toBe(7)
  })

  it('comes after every other one that is announced', () => {
    const later = [{ ...version(2, NOW), firstDay: '2026-11-30' }]
    expect(field({ markets: withUs([0n, { rate: 10_000n }]) }, later)).toBe('firstDay')
    expect(field({ firstDay: '2026-12-01', markets: withUs([0n, { rate: 10_000n }]) }, later)).toBeNull()
  })

  it.each<[string, FeeVersion['markets'], string | null]>([
    ['is whole', firstVersion.markets.slice(1), 'markets'],
    ['changes something', firstVersion.markets, 'markets'],
    ['begins its steps at nothing', withUs([1n, {}]), 'US.from'],
    ['has its steps in order', withUs([0n, {}], [0n, {}]), 'US.from'],
    ['has at most five steps', withUs(...Array.from({ length: 6 }, (_, at) => [BigInt(at), {}] as const)), 'US.steps'],
    ['asks at most three times the first rate', withUs([0n, { rate: 30_000n * MAX_TIMES }]), null],
    ['and not a hair more', withUs([0n, { rate: 30_000n * MAX_TIMES + 1n }]), 'US.rate'],
    ['never pays anybody', withUs([0n, { rate: -1n }]), 'US.rate'],
    ['asks at most three times the first minimum', withUs([0n, { minimum: 151n }]), 'US.minimum'],
    ['has no most below its least', withUs([0n, { maximum: 49n }]), 'US.maximum'],
    ['may do without a minimum', withUs([0n, { minimum: null }]), null],
    ['is never dearer for more volume', withUs([0n, {}], [MILLION, { rate: 30_001n }]), 'US.rate'],
    ['nor has it a higher minimum', withUs([0n, {}], [MILLION, { minimum: 51n }]), 'US.minimum'],
    ['nor loses a most', withUs([0n, { maximum: 900n }], [MILLION, {}]), 'US.maximum'],
    ['names the rows that there are', withUs([0n, { scope: 'funds' }]), 'US.commissions'],
  ])('%s', (_, markets, refused) => expect(field({ markets })).toBe(refused))
})
