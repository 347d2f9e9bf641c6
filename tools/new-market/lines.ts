/**
 * An invented market, and the lines that a market takes: first its own definition, then one for every place that the
 * compiler names. `docs/guides/add-a-market.md` goes through the same places.
 */
export const NEW_MARKET: string = 'NW'

/** Text that goes after another one, which occurs once. */
export type Insertion = Readonly<{ file: string; after: string; text: string }>
export type Addition = Readonly<{ file: string; text: string }>
/** A text of every language. */
export type Wording = Readonly<{ feature: string; key: string; text: string }>

const RULES = 'packages/rules/src'
const EXCHANGE = 'packages/exchange/src'

/** An exchange by the water where nobody trades: shares in dollars, daily limits, settlement on the day after. */
const ITS_FILE = `import { scaled } from '../decimal.ts'
import { chargeRule } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { MINUTE_MS } from '../time.ts'
import { type MarketFacts, type MarketTerms, percent } from './market.ts'
import { bandWithin } from './price-guards.ts'

export const newWharfTicks: Instrument['ticks'] = [{ from: 0n, tick: scaled('0.05') }]

const terms: MarketTerms = {
  wallet: 'NW',
  feeTable: { currency: 'USD', rules: [chargeRule({ kind: 'COMMISSION', rate: percent('0.1') })] },
  tickTables: [{ scope: 'everything', ticks: newWharfTicks }],
  lots: { round: [{ upTo: null, lot: scaled('1') }], odd: null },
  bands: [{ kind: 'fromPreviousClose', scope: 'everything', share: percent('10') }],
  collar: percent('5'),
  settlements: [{ name: null, days: 1 }],
  orderTypes: ['market', 'limit'],
  stopTrigger: null,
  timesInForce: ['DAY', 'GTC', 'IOC', 'FOK'],
  largestLeverage: 1,
  largestOrder: { kind: 'worth', minor: 50_000_000n },
  withholding: { usual: percent('10'), treaty: percent('10') },
  liquidationFee: null,
}

export const newWharf = {
  lists: 'shares',
  exchanges: ['NWX'],
  terms,
  guard: { averageMs: 5 * MINUTE_MS, limitStateMs: 0, pauseMs: 5 * MINUTE_MS, offBeforeCloseMs: 0, band: bandWithin(percent('5'), 'DOWN') },
  hasClosableDays: true,
  restsWith: null,
  banksOf: null,
  hasDailyLimits: true,
  keepsClosingPrice: false,
  hasOfferings: false,
  isShownFirst: false,
} as const satisfies MarketFacts
`

const ITS_COMPANIES = `import { scaled } from '@rueda/rules/decimal.ts'
import { newWharfTicks } from '@rueda/rules/markets/new-wharf.ts'
import { type ScaledCompany, foreignCompanies } from './foreign-companies.ts'

export const newWharfCompanies: readonly ScaledCompany[] = foreignCompanies({
  firstIndex: 3_000,
  names: ['Quayside Rope', 'Harbour Tea', 'Lantern Mill'],
  towns: ['New Wharf'],
  people: ['Ann Teller'],
  lowest: 20,
  highest: 200,
  betaScale: 1,
  instrumentOf: (name, position) => ({
    id: \`NW:NW\${position + 1}\`,
    market: 'NW',
    code: \`NW\${position + 1}\`,
    name,
    exchange: 'NWX',
    currency: 'USD',
    ticks: newWharfTicks,
    step: scaled('1'),
    minimumQuantity: scaled('1'),
    quoteOnly: false,
    contract: null,
  }),
})
`

/** The market itself, its place among the others, and the wallet that pays for its trades. */
export const itself: Readonly<{ additions: readonly Addition[]; insertions: readonly Insertion[] }> = {
  additions: [{ file: `${RULES}/markets/new-wharf.ts`, text: ITS_FILE }],
  insertions: [
    { file: `${RULES}/instruments/instrument.ts`, after: `'FX', 'IDX'`, text: `, 'NW'` },
    { file: `${RULES}/wallets/wallet.ts`, after: `\n  AR: 'ARS',`, text: `\n  NW: 'USD',` },
    {
      file: `${RULES}/markets/markets.ts`,
      after: `\nimport { indices } from './indices.ts'`,
      text: `\nimport { newWharf } from './new-wharf.ts'`,
    },
    { file: `${RULES}/markets/markets.ts`, after: '\n  IDX: indices,', text: '\n  NW: newWharf,' },
  ],
}

/** A line for every place that the compiler names, package by package, and the instruments listed there. */
export const places: typeof itself = {
  additions: [{ file: `${EXCHANGE}/catalogue/new-wharf-companies.ts`, text: ITS_COMPANIES }],
  insertions: [
    {
      file: `${EXCHANGE}/calendars/calendars.ts`,
      after: '\n  FX: { zone: newYork, create: createForexCalendar },',
      text: '\n  NW: { zone: newYork, create: createUsCalendar },',
    },
    { file: `${EXCHANGE}/catalogue/world-indices.ts`, after: '\n  FX: null,\n  IDX: null,', text: '\n  NW: null,' },
    { file: `${EXCHANGE}/prices/parameters.ts`, after: '\n  AR: exchange(0.3),', text: '\n  NW: exchange(0.3),' },
    { file: `${EXCHANGE}/prices/following.ts`, after: '\n  FX: null,\n  IDX: null,', text: '\n  NW: null,' },
    { file: `${EXCHANGE}/prices/corporate-actions.ts`, after: '\n  IDX: () => EVERY_QUARTER,', text: '\n  NW: () => EVERY_QUARTER,' },
    {
      file: `${EXCHANGE}/world/simulated-markets.ts`,
      after: `import { futureRoots } from '../catalogue/futures.ts'`,
      text: `\nimport { newWharfCompanies } from '../catalogue/new-wharf-companies.ts'`,
    },
    {
      file: `${EXCHANGE}/world/simulated-markets.ts`,
      after: '\n  TW: () => ({ companies: taiwaneseCompanies.map(limited), indices: [taiwaneseIndex] }),',
      text: '\n  NW: () => ({ companies: newWharfCompanies.map(limited), indices: [] }),',
    },
    {
      file: `${EXCHANGE}/world/company-listings.ts`,
      after: `import { taiwaneseCompanies } from '../catalogue/taiwanese-companies.ts'`,
      text: `\nimport { newWharfCompanies } from '../catalogue/new-wharf-companies.ts'`,
    },
    {
      file: `${EXCHANGE}/world/company-listings.ts`,
      after: '\n  TW: (markets) => taiwaneseCompanies.map((listed) => new BoardLots(shareListing(markets.TW, listed))),',
      text: '\n  NW: (markets) => newWharfCompanies.map((listed) => shareListing(markets.NW, listed)),',
    },
    { file: 'packages/contract/src/codes.ts', after: `TW: 7, IDX: 99, AR: 'ARG'`, text: `, NW: 11` },
    { file: 'packages/contract/src/codes.ts', after: `\n  IDX: 'Index',`, text: `\n  NW: 'NWStock',` },
    {
      file: 'apps/server/src/features/fees/examples.ts',
      after: '\n  IDX: [],',
      text: `\n  NW: [{ side: 'buy', price: '40', quantity: '100' }],`,
    },
    {
      file: 'apps/server/src/features/quotes/market-texts.ts',
      after: `\n  IDX: sessionsOf('session.us'),`,
      text: `\n  NW: sessionsOf('session.us'),`,
    },
    {
      file: 'apps/server/src/features/quotes/market-texts.ts',
      after: `\n  IDX: settlementOf('settlement.none', 'settlement.none'),`,
      text: `\n  NW: settlementOf('settlement.us', 'settlement.alwaysOpen'),`,
    },
    { file: 'apps/web/src/screens/market/Market.tsx', after: '\n  FX: null,\n  IDX: null,', text: '\n  NW: null,' },
    { file: 'tools/docs/fees.ts', after: `\n  IDX: 'Indices',`, text: `\n  NW: 'New Wharf',` },
  ],
}

/** Its name in lists, fees, taxes, messages and wallets, and other words for whoever looks for it. */
export const wordings: readonly Wording[] = [
  { feature: 'market', key: 'market.NW', text: 'New Wharf' },
  { feature: 'fees', key: 'market.NW', text: 'New Wharf' },
  { feature: 'settings', key: 'tax.NW', text: 'New Wharf' },
  { feature: 'messages', key: 'marketName.NW', text: 'New Wharf' },
  { feature: 'common', key: 'wallet.NW', text: 'New Wharf' },
  { feature: 'synonyms', key: 'place.market.NW', text: 'Wharf, harbour' },
]
