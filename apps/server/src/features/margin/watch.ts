import type { Quote } from '@rueda/exchange/venue.ts'
import { type Carrying, carryOut } from '@rueda/rules/margin/carry-out.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { type Breach, type MarginStep, confirmBreach, nextMarginStep } from '@rueda/rules/margin/liquidation.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type MarginInstrument, markOf, valueMargin } from '@rueda/rules/margin/valuation.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { NOTHING_MISSING, orderTerms } from '../orders/terms.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { commandKind } from '../../write-path/commands.ts'
import { endOrdersOf } from './end-orders.ts'
import { marginPositionsById } from '../../features/positions/margin-records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

type Watching = Pick<App, 'pool' | 'venue' | 'commands' | 'ids' | 'log' | 'inTurn'>
export type Prices = Readonly<{ quote: Quote; rate: DollarRate; mark: bigint }>

/** Prices of the instrument now; null while the market has none. */
export function pricesOf({ venue }: Pick<App, 'venue'>, instrument: MarginInstrument): Prices | null {
  const quote = venue.quote(instrument.id)
  const rate = dollarRateOf(venue, instrument.currency)
  if (quote === null || rate === null || quote.last === 0n) return null
  return { quote, rate, mark: markOf(instrument, quote) }
}

/** Remembers the breaches that were seen, so that none is acted on before it is confirmed. */
export class BreachWatch {
  readonly #breaches = new Map<string, Breach>()

  /** Looks at a position; true where its breach is confirmed. */
  see(position: MarginPosition, { contract }: MarginInstrument, { quote, rate, mark }: Prices, at: Instant): boolean {
    const atMark = valueMargin(position, mark, contract, rate).state
    const atLast = valueMargin(position, quote.last, contract, rate).state
    const { breach, confirmed } = confirmBreach(this.#breaches.get(position.id) ?? null, { atMark, atLast, at })
    if (breach === null) this.#breaches.delete(position.id)
    else this.#breaches.set(position.id, breach)
    return confirmed
  }

  forget(isOpen: (id: string) => boolean): void {
    for (const id of this.#breaches.keys()) if (!isOpen(id)) this.#breaches.delete(id)
  }
}

type Looking = Readonly<{ position: MarginPosition; instrument: MarginInstrument; prices: Prices; confirmed: boolean }>

/** The step that a position needs by what is known of it; its wallet is looked at when the step is carried out. */
export const stepFor = (app: Pick<App, 'venue'>, looking: Looking, now: Instant): MarginStep =>
  nextMarginStep(looking.position, situationOf(app, looking, EVERYTHING), now)

/** A wallet that was not read may hold any amount; whether it does is seen under its lock. */
const EVERYTHING = 1_000_000_000_000_000n

const situationOf = ({ venue }: Pick<App, 'venue'>, { position, instrument, prices, confirmed }: Looking, available: bigint) => ({
  valuation: valueMargin(position, prices.mark, instrument.contract, prices.rate),
  confirmed,
  matching: venue.session(instrument.market).matching && prices.quote.phase !== 'HALT',
  available,
  step: instrument.step,
})

/** Carries out the step of a position, decided again from its account state. */
export async function takeStep(app: Watching, looking: Looking, seen: MarginStep): Promise<Result<unknown>> {
  const { position } = looking
  if (seen.kind === 'cancelOrders') return ok(await endOrdersOf(app, position, 'SYSTEM'))
  // Before a liquidation begins, no order of the position may be left at the venue, not even one that opens more of it.
  const begins = position.liquidation === 'none' && situationOf(app, looking, 0n).valuation.state === 'LIQUIDATE'
  if (begins) await endOrdersOf(app, position, 'SYSTEM')
  return app.commands.run(takingStep, {
    accountId: position.accountId,
    idempotency: null,
    arguments: { looking, id: app.ids.next() },
  })
}

export const takingStep = commandKind({
  name: 'margin.takeStep',
  reads: ({ looking: { position } }: Readonly<{ looking: Looking; id: string }>) => ({
    wallets: [position.wallet],
    records: [marginPositionsById([position.id])],
  }),
  decide: (app: Pick<App, 'venue' | 'fees'>, { looking, id }, state, now) => {
    const { position, instrument } = looking
    const fresh = marginPositionKind.of(state).get(position.id)
    if (fresh === undefined || fresh.quantity === 0n) return ok({ outcome: { entries: [] }, data: true })
    // No margin is added automatically from a frozen account either; its position is looked after all the same.
    const available = state.frozen ? 0n : (state.wallets.get(position.wallet)?.cash ?? 0n)
    const situation = situationOf(app, { ...looking, position: fresh }, available)
    const step = nextMarginStep(fresh, situation, now)
    const outcome = carryOut(
      state,
      step,
      { ...carryingOf(app, looking, fresh, now), valuation: situation.valuation, instrument, id, ...numberOf(app, instrument, id) },
      now,
    )
    return outcome.ok ? ok({ outcome: outcome.value, data: true }) : outcome
  },
})

const numberOf = ({ venue }: Pick<App, 'venue'>, { market }: MarginInstrument, id: string): Pick<Carrying, 'number'> => ({
  number: referenceNumber('S', venue.session(market).tradeDate, id),
})

const carryingOf = (app: Pick<App, 'venue' | 'fees'>, { instrument, prices }: Looking, position: MarginPosition, now: Instant) => ({
  position,
  mark: prices.mark,
  rate: prices.rate,
  terms: {
    ...orderTerms(app, { instrumentId: instrument.id, quantity: position.quantity, accountId: position.accountId }, NOTHING_MISSING, now),
  },
})
