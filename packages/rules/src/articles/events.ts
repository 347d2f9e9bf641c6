import type { Dividend, Rename, Split } from '../corporate/action.ts'
import { formatDecimal } from '../decimal.ts'
import type { Instrument, MarketName } from '../instruments/instrument.ts'
import type { TradingHalt } from '../markets/trading-halt.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { MadeArticle } from './article.ts'
import { numberFact, priceFact } from './day.ts'

/** Articles of single events: halts, what companies do, and offerings of shares. Each says what the books say of it, and no cause. */
type When = Readonly<{ date: CalendarDate; at: Instant }>
type Halted = Pick<TradingHalt, 'stopId' | 'scope' | 'target' | 'from'>

/** The brokerage has halted an instrument, a market or everything. */
export function haltOf({ stopId, scope, target, from }: Halted, date: CalendarDate): MadeArticle {
  const told = { subject: stopId, date, at: from, items: [], instruments: [] } as const
  const at = String(from)
  if (scope === 'all' || target === null) return { ...told, kind: 'house.halted', facts: { at } }
  if (scope === 'market') return { ...told, kind: 'market.halted', facts: { at, market: target } }
  return { ...told, kind: 'instrument.halted', facts: { at, instrument: target }, instruments: [target] }
}

/** The halt is over. */
export function resumptionOf({ stopId, scope, target, from }: Halted, { date, at }: When): MadeArticle {
  const told = { subject: stopId, date, at, items: [], instruments: [] } as const
  const times = { at: String(at), since: String(from) }
  if (scope === 'all' || target === null) return { ...told, kind: 'house.resumed', facts: times }
  if (scope === 'market') return { ...told, kind: 'market.resumed', facts: { ...times, market: target } }
  return { ...told, kind: 'instrument.resumed', facts: { ...times, instrument: target }, instruments: [target] }
}

/** The dividends of a market and a day in one article, in the order of the instruments' ids. */
export function dividendsOf(
  dividends: readonly Readonly<Dividend & Pick<Instrument, 'currency'>>[],
  { market, date, at }: When & Readonly<{ market: MarketName }>,
): MadeArticle<'company.exDividend'> | null {
  const inOrder = dividends.toSorted((a, b) => (a.instrumentId < b.instrumentId ? -1 : 1))
  const items = inOrder.map(({ instrumentId, amount, currency, payDate }) => ({
    ...{ instrument: instrumentId, amount: priceFact(amount, currency), paid: payDate },
  }))
  const [only] = items
  if (only === undefined) return null
  const facts = { market, date, count: numberFact(items.length), ...(items.length === 1 ? { instrument: only.instrument } : {}) }
  const instruments = inOrder.map(({ instrumentId }) => instrumentId)
  return { kind: 'company.exDividend', subject: market, date, at, facts, items, instruments }
}

export const splitOf = ({ instrumentId, newShares, oldShares, exDate }: Split, at: Instant): MadeArticle<'company.split'> => ({
  ...{ kind: 'company.split', subject: instrumentId, date: exDate, at, items: [], instruments: [instrumentId] },
  facts: { instrument: instrumentId, newShares: String(newShares), oldShares: String(oldShares), date: exDate },
})

type Named = Readonly<{ company: string; at: Instant }>
export const renameOf = ({ instrumentId, oldCode, newCode, exDate }: Rename, { company, at }: Named): MadeArticle<'company.renamed'> => ({
  ...{ kind: 'company.renamed', subject: instrumentId, date: exDate, at, items: [], instruments: [instrumentId] },
  facts: { company, oldCode, newCode, date: exDate },
})

/** New shares, by the company's name and code: nothing of it is listed yet. Prices are units of 10^-8. */
type NewShares = Readonly<{ id: string; instrumentId: string; company: string; code: string; price: bigint; currency: string }>
type Window = Readonly<{ opens: CalendarDate; closes: CalendarDate; lists: CalendarDate }>

export const newSharesOf = (offered: NewShares, { opens, closes, lists }: Window, when: When): MadeArticle<'ipo.announced'> => ({
  ...{ kind: 'ipo.announced', ...aboutNew(offered, when) },
  facts: { company: offered.company, code: offered.code, price: priceFact(offered.price, offered.currency), opens, closes, lists },
})

type Drawn = Readonly<{ applications: number; asked: bigint; allotted: bigint; lists: CalendarDate }>
/** The result of the draw among this house's customers, in shares. */
export const drawOf = (offered: NewShares, { applications, asked, allotted, lists }: Drawn, when: When): MadeArticle<'ipo.drawn'> => ({
  ...{ kind: 'ipo.drawn', ...aboutNew(offered, when) },
  facts: {
    ...{ company: offered.company, code: offered.code, applications: numberFact(applications) },
    ...{ asked: String(asked), allotted: String(allotted), lists },
  },
})

export const listingOf = (offered: NewShares, when: When): MadeArticle<'ipo.listed'> => ({
  ...{ kind: 'ipo.listed', ...aboutNew(offered, when) },
  facts: { company: offered.company, code: offered.code, price: priceFact(offered.price, offered.currency) },
})

const aboutNew = ({ id, instrumentId }: NewShares, { date, at }: When) => ({
  subject: id,
  date,
  at,
  items: [],
  instruments: [instrumentId],
})

type Placed = Readonly<{ id: string; instrumentId: string; discount: number; opens: CalendarDate; closes: CalendarDate }>
const PERCENT_DECIMALS = 2

/** A placing is announced; its discount is in hundredths of a per cent. */
export const placingOf = ({ id, instrumentId, discount, opens, closes }: Placed, { date, at }: When): MadeArticle<'placing.announced'> => ({
  ...{ kind: 'placing.announced', subject: id, date, at, items: [], instruments: [instrumentId] },
  facts: { instrument: instrumentId, discount: formatDecimal(BigInt(discount), PERCENT_DECIMALS), opens, closes },
})
