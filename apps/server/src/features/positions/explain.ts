import { type Derivation, amountOf, plus, sumOf, withoutNothing } from '@rueda/rules/figures/derivation.ts'
import { netOf } from '@rueda/rules/corporate/dividend.ts'
import { type MarginFigure, deriveMargin, marginFigures } from '@rueda/rules/margin/derive-margin.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { isOnMargin, markOf } from '@rueda/rules/margin/valuation.ts'
import { NOTHING_TRADED } from '@rueda/rules/positions/day-result.ts'
import { type HoldingFigure, deriveHolding, holdingFigures } from '@rueda/rules/positions/derive-holding.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { withOneAnswer } from '../../venue/one-answer.ts'
import { deriveHeld } from './explain-held.ts'
import { readLots } from './lots.ts'
import { readMarginDay } from './margin-day.ts'
import { ownMarginPosition } from './margin-store.ts'
import { valuedHoldings } from './valuation.ts'

type Asked = Readonly<{ id: string; figure: HoldingFigure | MarginFigure }>
type Reading = Pick<App, 'pool' | 'venue'>

/** A figure of one position with what it is made of; null where there is no such position or it has no such figure. */
export const explainPosition = (reading: Reading, accountId: string, { id, figure }: Asked): Promise<Derivation | null> =>
  inSnapshot(reading.pool, async (reader) => {
    const app = { ...reading, venue: withOneAnswer(reading.venue), reader }
    const onMargin = await ownMarginPosition(reader, accountId, id)
    if (onMargin !== null) return isMarginFigure(figure) ? explainMargin(app, accountId, onMargin, figure) : null
    return isHoldingFigure(figure) ? explainHolding(app, accountId, id, figure) : null
  })

const isMarginFigure = (figure: Asked['figure']): figure is MarginFigure => (marginFigures as readonly string[]).includes(figure)
const isHoldingFigure = (figure: Asked['figure']): figure is HoldingFigure => (holdingFigures as readonly string[]).includes(figure)

type Snapshot = Pick<App, 'venue'> & Readonly<{ reader: Reader }>

async function explainMargin(
  { venue, reader }: Snapshot,
  accountId: string,
  position: MarginPosition,
  figure: MarginFigure,
): Promise<Derivation | null> {
  const [instrument, quote] = [venue.instruments.get(position.instrumentId), venue.quote(position.instrumentId)]
  const rate = instrument === undefined ? null : dollarRateOf(venue, instrument.currency)
  if (instrument === undefined || !isOnMargin(instrument) || quote === null || rate === null || position.closedAt !== null) return null
  const today = (await readMarginDay({ reader, venue }, accountId, [position])).get(position.id) ?? null
  return deriveMargin({ position, instrument, rate, mark: markOf(instrument, quote), today }, figure)
}

async function explainHolding(
  { venue, reader }: Snapshot,
  accountId: string,
  id: string,
  figure: HoldingFigure,
): Promise<Derivation | null> {
  const full = await readLots(reader, venue, accountId, id)
  if (full === null) return null
  const { instrument, position, steps, traded } = full
  const quote = venue.quote(instrument.id)
  const isPriced = quote !== null && quote.last !== 0n && position.closedAt === null
  if (!isPriced && needsPrice.has(figure)) return null
  const dividends = full.dividends.reduce((sum, { entitlement, paid }) => (paid ? sum + netOf(entitlement) : sum), 0n)
  const prices = { price: quote?.last ?? 0n, previousClose: quote?.previousClose ?? 0n }
  const holding = { position, currency: instrument.currency, ...prices, traded: traded.get(instrument.id) ?? NOTHING_TRADED }
  return deriveHolding({ ...holding, dividends, steps }, figure)
}

const needsPrice: ReadonlySet<HoldingFigure> = new Set<HoldingFigure>(['value', 'floating', 'today'])

/** The value or the floating result of everything that is held, position by position, in dollars. */
export const explainHoldings = (reading: Reading, accountId: string, figure: 'value' | 'floating'): Promise<Derivation> =>
  inSnapshot(reading.pool, async (reader) => {
    const venue = withOneAnswer(reading.venue)
    const holdings = await valuedHoldings({ reader, venue }, accountId, null)
    const lines = holdings.map((held) => {
      const about = { kind: 'instrument', id: held.holding.instrumentId } as const
      // Of a position on margin the value is its margin with its result.
      const isShares = !('basis' in held.holding)
      if (figure === 'value' && isShares) return plus(deriveHeld(venue, held))
      return plus(amountOf('USD', figure === 'value' ? held.value : held.profit, { name: 'holding', about }))
    })
    return sumOf('USD', withoutNothing(lines), { name: figure })
  })
