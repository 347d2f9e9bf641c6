import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import type { MadeArticle } from '@rueda/rules/articles/article.ts'
import {
  dividendsOf,
  drawOf,
  haltOf,
  listingOf,
  newSharesOf,
  placingOf,
  renameOf,
  resumptionOf,
  splitOf,
} from '@rueda/rules/articles/events.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { SUBSCRIPTION_CURRENCY } from '@rueda/rules/subscriptions/offering.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { keepMade } from './store.ts'

/** Articles of what stands in the tables of its own feature: halts, corporate actions, offerings. Each is looked for until it is told. */
type Telling = Pick<App, 'pool' | 'ids' | 'venue' | 'clock'>

/** What happened longer ago than a long outage is no news. */
const LOOK_BACK_MS = 14 * DAY_MS

/** Tells of what was not told yet; returns the number of articles. */
export async function tellOfEvents(app: Telling): Promise<number> {
  const now = app.clock.now()
  const since = now - LOOK_BACK_MS
  let count = 0
  for (const look of [halts, resumptions, actions, announcedOffers, drawnOffers, listedOffers, placings])
    count += await keepMade(app, await look(app, { since, now }))
  return count
}

type Span = Readonly<{ since: Instant; now: Instant }>
type Look = (app: Telling, span: Span) => Promise<readonly MadeArticle[]>

const marketOf = ({ venue }: Telling, instrumentId: string): MarketName => venue.instruments.get(instrumentId)?.market ?? HOUSE_MARKET
const dateIn = (market: MarketName, at: Instant): CalendarDate => zoneOf(market).dateAt(at)
const houseDate = (at: Instant): CalendarDate => dateIn(HOUSE_MARKET, at)
const untold = (kinds: string, subject: string): string =>
  `not exists (select from articles t where t.kind in (${kinds}) and t.subject = ${subject})`

type HaltRow = Readonly<{
  stop_id: string
  scope: TradingHalt['scope']
  target: string | null
  from_at: bigint
  lifted_at: bigint | null
}>
const haltIn = ({ stop_id: stopId, scope, target, from_at: from }: HaltRow) => ({ stopId, scope, target, from: Number(from) })

// The end of a listing is carried out by a halt, and is no halt that anybody waits to see lifted.
const HALTS = `
  select s.stop_id::text, s.scope, s.target, s.from_at, s.lifted_at from trading_stops s
  where s.kind = 'halt' and not exists (select from delistings d where d.final_stop = s.stop_id)`

const halts: Look = async ({ pool }, { since, now }) => {
  const told = untold(`'instrument.halted', 'market.halted', 'house.halted'`, 's.stop_id::text')
  const { rows } = await pool.query<HaltRow>(`${HALTS} and s.from_at between $1 and $2 and ${told} order by s.from_at`, [since, now])
  return rows.map((row) => haltOf(haltIn(row), houseDate(Number(row.from_at))))
}

const resumptions: Look = async ({ pool }, { since, now }) => {
  const told = untold(`'instrument.resumed', 'market.resumed', 'house.resumed'`, 's.stop_id::text')
  const { rows } = await pool.query<HaltRow>(`${HALTS} and s.lifted_at between $1 and $2 and ${told} order by s.lifted_at`, [since, now])
  return rows.map((row) => {
    const at = Number(row.lifted_at)
    return resumptionOf(haltIn(row), { date: houseDate(at), at })
  })
}

type ActionRow = Readonly<{
  instrument_id: string
  kind: 'dividend' | 'split' | 'rename'
  ex_date: CalendarDate
  pay_date: CalendarDate
  amount: bigint
  new_shares: bigint
  old_shares: bigint
  old_code: string
  new_code: string
  recorded_at: bigint
}>

const actions: Look = async (app, { since, now }) => {
  const { rows } = await app.pool.query<ActionRow>(
    `select a.* from corporate_actions a where a.recorded_at between $1 and $2
       and not exists (select from articles t where t.day = a.ex_date and t.kind in ('company.exDividend', 'company.split', 'company.renamed')
         and t.subject in (a.instrument_id, split_part(a.instrument_id, ':', 1))
         and t.kind = case a.kind when 'dividend' then 'company.exDividend' when 'split' then 'company.split' else 'company.renamed' end)
     order by a.recorded_at, a.action_id`,
    [since, now],
  )
  const single = rows.flatMap((row): MadeArticle[] => {
    const { instrument_id: instrumentId, ex_date: exDate, recorded_at: recorded } = row
    const at = Number(recorded)
    if (row.kind === 'split')
      return [splitOf({ kind: 'split', instrumentId, exDate, newShares: row.new_shares, oldShares: row.old_shares }, at)]
    if (row.kind === 'dividend') return []
    const company = app.venue.instruments.get(instrumentId)?.name ?? row.new_code
    return [renameOf({ kind: 'rename', instrumentId, exDate, oldCode: row.old_code, newCode: row.new_code }, { company, at })]
  })
  return [...single, ...dividendsIn(app, rows)]
}

/** Those of a market and a day are written down at once and told in one article. */
function dividendsIn(app: Telling, rows: readonly ActionRow[]): readonly MadeArticle[] {
  const days = Map.groupBy(
    rows.filter(({ kind }) => kind === 'dividend'),
    (row) => `${marketOf(app, row.instrument_id)} ${row.ex_date}`,
  )
  return [...days.values()].flatMap((day) => {
    const [first] = day
    if (first === undefined) return []
    const market = marketOf(app, first.instrument_id)
    const paid = day.flatMap(({ instrument_id: instrumentId, ex_date: exDate, pay_date: payDate, amount }) => {
      const currency = app.venue.instruments.get(instrumentId)?.currency
      return currency === undefined ? [] : [{ kind: 'dividend' as const, instrumentId, exDate, payDate, amount, currency }]
    })
    return dividendsOf(paid, { market, date: first.ex_date, at: Number(first.recorded_at) }) ?? []
  })
}

type OfferRow = Readonly<{
  id: string
  number: number
  instrument_id: string
  price: bigint
  opens_at: bigint
  closes_at: bigint
  lists_on: CalendarDate
  at: bigint
}>
const OFFER = 'i.id::text, i.number, i.instrument_id, i.price, i.opens_at, i.closes_at, i.lists_on'
const STANDS = 'not exists (select from ipo_withdrawals w where w.ipo_id = i.id)'

function newSharesIn({ id, number, instrument_id: instrumentId, price }: OfferRow) {
  const { name: company, code } = newCompany(number)
  return { id, instrumentId, company, code, price, currency: SUBSCRIPTION_CURRENCY }
}
const whenOf = (at: bigint) => ({ date: houseDate(Number(at)), at: Number(at) })

const offers = (moment: string, kind: string, more = ''): string => `
  select ${OFFER}, i.${moment} as at${more} from ipos i
  where i.${moment} between $1 and $2 and ${STANDS} and ${untold(`'${kind}'`, 'i.id::text')} order by i.${moment}, i.id`

const announcedOffers: Look = async ({ pool }, { since, now }) => {
  const { rows } = await pool.query<OfferRow>(offers('announced_at', 'ipo.announced'), [since, now])
  return rows.map((row) => {
    const window = { opens: houseDate(Number(row.opens_at)), closes: houseDate(Number(row.closes_at)), lists: row.lists_on }
    return newSharesOf(newSharesIn(row), window, whenOf(row.at))
  })
}

type DrawnRow = OfferRow & Readonly<{ applications: bigint; asked_lots: bigint; allotted_lots: bigint; lot_size: bigint }>
const DRAWN = `, i.lot_size,
    (select count(*) from ipo_results r where r.ipo_id = i.id) as applications,
    (select coalesce(sum(a.lots), 0)::bigint from ipo_applications a where a.ipo_id = i.id) as asked_lots,
    (select coalesce(sum(r.allotted), 0)::bigint from ipo_results r where r.ipo_id = i.id) as allotted_lots`

const drawnOffers: Look = async ({ pool }, { since, now }) => {
  const { rows } = await pool.query<DrawnRow>(offers('drawn_at', 'ipo.drawn', DRAWN), [since, now])
  return rows.map((row) => {
    const [asked, allotted] = [row.asked_lots, row.allotted_lots].map((lots) => (lots * row.lot_size) / SCALE)
    const drawn = { applications: Number(row.applications), asked: asked ?? 0n, allotted: allotted ?? 0n, lists: row.lists_on }
    return drawOf(newSharesIn(row), drawn, whenOf(row.at))
  })
}

const listedOffers: Look = async ({ pool }, { since, now }) => {
  const { rows } = await pool.query<OfferRow>(offers('listed_at', 'ipo.listed'), [since, now])
  return rows.map((row) => listingOf(newSharesIn(row), whenOf(row.at)))
}

type PlacingRow = Readonly<{
  id: string
  instrument_id: string
  discount: number
  opens_on: CalendarDate
  closes_on: CalendarDate
  announced_at: bigint
}>

const placings: Look = async ({ pool }, { since, now }) => {
  const { rows } = await pool.query<PlacingRow>(
    `select p.id::text, p.instrument_id, p.discount, p.opens_on, p.closes_on, p.announced_at from placings p
     where p.announced_at between $1 and $2 and not exists (select from placing_withdrawals w where w.placing_id = p.id)
       and ${untold(`'placing.announced'`, 'p.id::text')} order by p.announced_at, p.id`,
    [since, now],
  )
  return rows.map(({ id, instrument_id: instrumentId, discount, opens_on: opens, closes_on: closes, announced_at: at }) =>
    placingOf({ id, instrumentId, discount, opens, closes }, whenOf(at)),
  )
}
