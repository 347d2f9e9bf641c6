import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { FutureMargin } from '@rueda/rules/instruments/contract.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type Currency, moneyOf } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { TimeZone } from '../calendars/time-zones.ts'
import { buenosAires, newYork, taipei } from '../calendars/time-zones.ts'
import { type LastDayRule, type TradingDays, lastTradingDay } from './last-trade-dates.ts'
import { civilOf, dateOfDays, daysOf } from '../calendars/civil.ts'

/** The eighteen families of futures and their contract months (`docs/rules/futures.md` B.4, decision 0014). All settle in cash. */
export type FutureCategory = 'index' | 'energy' | 'metal' | 'agri' | 'fx' | 'crypto'

/** The source of a contract's price: another instrument, or a price of its own that several families may share. */
export type FutureSource =
  | Readonly<{ kind: 'follows'; instrumentId: string }>
  | Readonly<{ kind: 'own'; index: number; baseValue: number; dailyVolatility: number }>

export type FutureRoot = Readonly<{
  root: string
  name: string
  category: FutureCategory
  currency: Currency
  multiplier: string
  tick: string
  margin: FutureMargin
  /** Delivery months, 1 to 12. */
  months: readonly number[]
  /** The nearest months listed whatever the cycle; none where it is left out. */
  serial?: number
  /** The number of months listed; of a family with a cycle, some nearest months may come besides. */
  listed: number
  lastDay: LastDayRule
  settles: Readonly<{ zone: TimeZone; minutes: number }>
  source: FutureSource
  /** Interest less yield of what is underlying, per year. */
  carry: number
  isMicro: boolean
}>

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const QUARTERS = [3, 6, 9, 12]
const GOLD_MONTHS = [2, 4, 6, 8, 10, 12]
const GRAIN_MONTHS = [3, 5, 7, 9, 12]
const SOY_MONTHS = [1, 3, 5, 7, 8, 9, 11]
const MONTH_LETTERS = 'FGHJKMNQUVXZ'
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LISTED = 4
const SETTLES_IN_NEW_YORK = (hours: number, minutes: number) => ({ zone: newYork, minutes: hours * 60 + minutes })

const fixed = (currency: Currency, initial: string, maintenance: string): FutureMargin => ({
  kind: 'fixed',
  initial: moneyOf(initial, currency).minor,
  maintenance: moneyOf(maintenance, currency).minor,
})

const follows = (instrumentId: string): FutureSource => ({ kind: 'follows', instrumentId })
const CRUDE: FutureSource = { kind: 'own', index: 4_000, baseValue: 64, dailyVolatility: 0.02 }
const GAS: FutureSource = { kind: 'own', index: 4_001, baseValue: 3.1, dailyVolatility: 0.032 }
const CORN: FutureSource = { kind: 'own', index: 4_002, baseValue: 455, dailyVolatility: 0.014 }
const SOY: FutureSource = { kind: 'own', index: 4_003, baseValue: 1_080, dailyVolatility: 0.013 }
const BITCOIN: FutureSource = { kind: 'own', index: 4_004, baseValue: 52_000, dailyVolatility: 0.032 }
const ETHER: FutureSource = { kind: 'own', index: 4_005, baseValue: 2_900, dailyVolatility: 0.032 }

type Family = Omit<FutureRoot, 'root' | 'name' | 'multiplier' | 'margin' | 'isMicro'>
const family = (
  common: Family,
  rows: readonly (readonly [root: string, name: string, multiplier: string, initial: string, maintenance: string])[],
): FutureRoot[] =>
  rows.map(([root, name, multiplier, initial, maintenance], position) => ({
    ...common,
    root,
    name,
    multiplier,
    margin: fixed(common.currency, initial, maintenance),
    isMicro: position > 0,
  }))

const usd = { currency: 'USD', listed: LISTED } as const
const coinIndex = {
  ...usd,
  category: 'crypto',
  months: ALL_MONTHS,
  lastDay: 'lastFriday',
  settles: SETTLES_IN_NEW_YORK(16, 0),
  carry: 0.05,
} as const
const americanIndex = {
  ...usd,
  category: 'index',
  tick: '0.25',
  months: QUARTERS,
  lastDay: 'thirdFriday',
  settles: SETTLES_IN_NEW_YORK(16, 0),
} as const

export const futureRoots: readonly FutureRoot[] = [
  ...family(
    {
      ...americanIndex,
      source: follows('IDX:US500'),
      carry: 0.025,
    },
    [
      ['SES', 'US 500', '50', '15000', '13600'],
      ['SMES', 'Micro US 500', '5', '1500', '1360'],
    ],
  ),
  ...family(
    {
      ...americanIndex,
      source: follows('IDX:UST100'),
      carry: 0.03,
    },
    [
      ['SNQ', 'US Tech 100', '20', '22000', '20000'],
      ['SMNQ', 'Micro US Tech 100', '2', '2200', '2000'],
    ],
  ),
  ...family(
    {
      ...usd,
      category: 'energy',
      tick: '0.01',
      months: ALL_MONTHS,
      lastDay: 'threeBefore25thOfPriorMonth',
      settles: SETTLES_IN_NEW_YORK(14, 30),
      source: CRUDE,
      carry: -0.02,
    },
    [
      ['SCL', 'Light crude', '1000', '6200', '5600'],
      ['SMCL', 'Micro light crude', '100', '620', '560'],
    ],
  ),
  ...family(
    {
      ...usd,
      category: 'energy',
      tick: '0.001',
      months: ALL_MONTHS,
      lastDay: 'threeBeforeFirst',
      settles: SETTLES_IN_NEW_YORK(14, 30),
      source: GAS,
      carry: 0.04,
    },
    [['SNG', 'Natural gas', '10000', '4400', '4000']],
  ),
  ...family(
    {
      ...usd,
      category: 'metal',
      tick: '0.1',
      months: GOLD_MONTHS,
      lastDay: 'thirdLastBusinessDay',
      settles: SETTLES_IN_NEW_YORK(13, 30),
      source: follows('FX:XAUUSD'),
      carry: 0.0375,
    },
    [
      ['SGC', 'Gold', '100', '16500', '15000'],
      ['SMGC', 'Micro gold', '10', '1650', '1500'],
    ],
  ),
  ...family(
    {
      ...usd,
      category: 'metal',
      tick: '0.005',
      months: GRAIN_MONTHS,
      lastDay: 'thirdLastBusinessDay',
      settles: SETTLES_IN_NEW_YORK(13, 25),
      source: follows('FX:XAGUSD'),
      carry: 0.0375,
    },
    [['SSI', 'Silver', '5000', '17600', '16000']],
  ),
  ...family(
    {
      ...usd,
      category: 'agri',
      tick: '0.25',
      months: GRAIN_MONTHS,
      lastDay: 'dayBefore15th',
      settles: SETTLES_IN_NEW_YORK(14, 15),
      source: CORN,
      carry: 0.03,
    },
    [['SZC', 'Corn', '50', '1350', '1225']],
  ),
  ...family(
    {
      ...usd,
      category: 'agri',
      tick: '0.25',
      months: SOY_MONTHS,
      lastDay: 'dayBefore15th',
      settles: SETTLES_IN_NEW_YORK(14, 15),
      source: SOY,
      carry: 0.03,
    },
    [['SZS', 'Soybean', '50', '2300', '2100']],
  ),
  ...family(
    {
      ...usd,
      category: 'fx',
      tick: '0.00005',
      months: QUARTERS,
      lastDay: 'twoBeforeThirdWednesday',
      settles: SETTLES_IN_NEW_YORK(15, 0),
      source: follows('FX:EURUSD'),
      carry: 0.0175,
    },
    [['S6E', 'Euro', '125000', '3100', '2800']],
  ),
  ...family({ ...coinIndex, tick: '5', source: BITCOIN }, [['SBTC', 'Bitcoin index', '0.1', '2900', '2600']]),
  ...family(
    {
      currency: 'TWD',
      listed: LISTED,
      category: 'index',
      tick: '1',
      months: QUARTERS,
      serial: 3,
      lastDay: 'thirdWednesday',
      settles: { zone: taipei, minutes: 13 * 60 + 45 },
      source: follows('IDX:TWII'),
      carry: 0.015,
    },
    [
      ['STX', 'Taiwan index', '200', '340000', '261000'],
      ['SMTX', 'Micro Taiwan index', '50', '85000', '65000'],
    ],
  ),
  {
    root: 'SDLR',
    name: 'US dollar in pesos',
    category: 'fx',
    currency: 'ARS',
    multiplier: '1000',
    tick: '0.5',
    margin: { kind: 'share', initial: scaled('0.05'), maintenance: scaled('0.04') },
    months: ALL_MONTHS,
    listed: LISTED,
    lastDay: 'lastBusinessDay',
    settles: { zone: buenosAires, minutes: 15 * 60 },
    source: follows('FX:USDARS'),
    carry: 0.25,
    isMicro: false,
  },
  // Last in the list: a family's place is part of its draws, and the draws of the others must stay the same.
  {
    ...coinIndex,
    root: 'SETH',
    name: 'Ether index',
    multiplier: '1',
    tick: '0.5',
    margin: { kind: 'share', initial: scaled('0.5'), maintenance: scaled('0.45') },
    source: ETHER,
    isMicro: false,
  },
]

export const rootOf = (instrument: Pick<Instrument, 'contract'>): FutureRoot | null => {
  const { contract } = instrument
  return contract?.kind === 'future' ? (futureRoots.find(({ root }) => root === contract.root) ?? null) : null
}

/** The contract months that are listed on a date, nearest first: those whose last trade date has not passed. */
export function contractsOn(root: FutureRoot, date: CalendarDate, tradingDays: TradingDays): readonly Instrument[] {
  const today = daysOf(date)
  const found: Instrument[] = []
  const { year, month } = civilOf(today)
  for (let count = month - 1; found.length < root.listed; count += 1) {
    const [inYear, inMonth] = [year + Math.floor(count / 12), (count % 12) + 1]
    if (!root.months.includes(inMonth) && found.length >= (root.serial ?? 0)) continue
    const last = lastTradingDay(root.lastDay, inYear, inMonth, tradingDays)
    if (last >= today) found.push(contractOf(root, inYear, inMonth, dateOfDays(last)))
  }
  return found
}

/** The nearest month with at least five business days to go, so that nobody opens one that is about to end. */
export function frontMonth(contracts: readonly Instrument[], date: CalendarDate, tradingDays: TradingDays): Instrument | null {
  const far = contracts.find(
    ({ contract }) => contract?.kind === 'future' && businessDaysTo(date, contract.lastTradeDate, tradingDays) >= FRONT_BUSINESS_DAYS,
  )
  return far ?? contracts.at(-1) ?? null
}

const FRONT_BUSINESS_DAYS = 5

/** Business days after a date up to another, the last one counted. */
export function businessDaysTo(from: CalendarDate, to: CalendarDate, { isTrading }: TradingDays): number {
  let count = 0
  for (let day = daysOf(from) + 1; day <= daysOf(to); day += 1) if (isTrading(day)) count += 1
  return count
}

function contractOf(root: FutureRoot, year: number, month: number, lastTradeDate: CalendarDate): Instrument {
  const code = `${root.root}-${year}${MONTH_LETTERS[month - 1] ?? ''}`
  return {
    id: idOfFirstCode('FUT', code),
    market: 'FUT',
    code,
    name: `${root.name} ${MONTH_NAMES[month - 1] ?? ''} ${year} (sim)`,
    exchange: 'FUT',
    currency: root.currency,
    ticks: [{ from: 0n, tick: scaled(root.tick) }],
    step: scaled('1'),
    minimumQuantity: scaled('1'),
    quoteOnly: false,
    contract: {
      kind: 'future',
      root: root.root,
      multiplier: scaled(root.multiplier),
      margin: root.margin,
      lastTradeDate,
      underlying: root.source.kind === 'follows' ? root.source.instrumentId : root.name,
    },
  }
}
