import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type MarginInstrument, isOnMargin } from '@rueda/rules/margin/valuation.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSets } from '../../in-sets.ts'
import { isOver } from './due.ts'
import { OpenPositions } from './open-positions.ts'
import { Settlements } from './settlements.ts'
import { BreachWatch, type Prices, pricesOf, stepFor, takeStep } from './watch.ts'

/**
 * Looks after every open position on margin each second (`docs/rules/jobs.md` K: RISK, MTM, ROLLOVER). `look` closes what has no margin
 * left and notifies customers whose margins run short; `settle` books what has fallen due. Neither waits for the other. Both follow from
 * the positions and the market alone, so they resume after a restart where they were.
 */
type Keeping = Pick<App, 'inTurn' | 'pool' | 'venue' | 'writePath' | 'elsewhere' | 'commands' | 'ids' | 'clock' | 'log'>

export type MarginKeeper = Readonly<{ look: () => Promise<void>; settle: () => Promise<void> }>

export async function keepMargin(app: Keeping, caughtUp: () => Promise<unknown>): Promise<MarginKeeper> {
  const open = await OpenPositions.read(app)
  const risk = new RiskWatch(app, open)
  const settlements = new Settlements(app, open, caughtUp)
  return { look: () => risk.look(), settle: () => settlements.look() }
}

/** Most notices and added margins in one look; the rest has its turn in the next. Liquidations are never put off. */
const MAX_TOLD_A_LOOK = 200

type Work = () => Promise<unknown>

class RiskWatch {
  readonly #app: Keeping
  readonly #open: OpenPositions
  readonly #breaches = new BreachWatch()
  /** Index in the list of the others at which the last look stopped. */
  #turn = 0

  constructor(app: Keeping, open: OpenPositions) {
    this.#app = app
    this.#open = open
  }

  async look(): Promise<void> {
    const now = this.#app.clock.now()
    const seen = new Set<string>()
    const [urgent, others]: [Work[], Work[]] = [[], []]
    for (const [instrumentId, index] of this.#open.indexes()) {
      const instrument = this.#app.venue.instruments.get(instrumentId)
      if (instrument === undefined || !isOnMargin(instrument) || isOver(instrument.contract, now)) continue
      const prices = pricesOf(this.#app, instrument)
      if (prices === null) continue
      const inDanger = index.inDanger(instrument, prices.mark, prices.rate)
      for (const { id } of inDanger.urgent) seen.add(id)
      urgent.push(...inDanger.urgent.flatMap((position) => this.#workOn(position, { instrument, prices, now })))
      others.push(...inDanger.others.flatMap((position) => this.#workOn(position, { instrument, prices, now })))
    }
    this.#breaches.forget((id) => seen.has(id))
    await this.#all(urgent)
    await this.#all(this.#nextOf(others))
  }

  #workOn(position: MarginPosition, { instrument, prices, now }: Seen): Work[] {
    const confirmed = this.#breaches.see(position, instrument, prices, now)
    const looking = { position, instrument, prices, confirmed }
    const step = stepFor(this.#app, looking, now)
    return step.kind === 'nothing' ? [] : [() => takeStep(this.#app, looking, step)]
  }

  /**
   * Takes turns, so that positions where nothing can be done (an empty wallet that should add margin) keep nobody else from being notified.
   */
  #nextOf(others: readonly Work[]): readonly Work[] {
    const from = others.length === 0 ? 0 : this.#turn % others.length
    const turned = [...others.slice(from), ...others.slice(0, from)].slice(0, MAX_TOLD_A_LOOK)
    this.#turn = from + turned.length
    return turned
  }

  #all(work: readonly Work[]): Promise<void> {
    return inSets(work, (task) => task().catch((error: unknown) => this.#app.log.error({ err: error }, 'a margin was not kept')))
  }
}

type Seen = Readonly<{ instrument: MarginInstrument; prices: Prices; now: Instant }>
