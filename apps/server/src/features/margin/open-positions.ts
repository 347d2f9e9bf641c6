import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type MarginPositionRecord, readMarginPosition } from '../../features/positions/margin-records.ts'
import { DangerIndex } from './danger-index.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

const READ_AGAIN_AFTER_MS = SECOND_MS

type Reading = Pick<App, 'pool' | 'writePath' | 'elsewhere' | 'log'>

/**
 * Every open position on margin, kept in memory: read once, then updated by every commit, so that looking after them each second costs no
 * query. Where commits of another process may have gone unheard, all are read again.
 */
export class OpenPositions {
  readonly #byId = new Map<string, MarginPosition>()
  readonly #byInstrument = new Map<string, DangerIndex>()
  /** Positions that have changed since they were last taken. */
  #changed = new Set<string>()

  /** Updated while all are read: newer than what is read; null at other times. */
  #updated: Set<string> | null = null

  static async read(app: Reading): Promise<OpenPositions> {
    const { writePath, elsewhere, log } = app
    const known = new OpenPositions()
    const update = (changed: readonly MarginPosition[]): void => {
      for (const position of changed) known.#update(position)
    }
    writePath.onCommitted((committed) => update(committed.changed(marginPositionKind)))
    elsewhere.onMarginPositions(update)
    const readAgain = async (): Promise<void> => {
      try {
        await known.#readAll(app)
      } catch (error) {
        log.error({ err: error }, 'the margin positions could not be read again; they are tried once more')
        setTimeout(() => void readAgain(), READ_AGAIN_AFTER_MS).unref()
      }
    }
    elsewhere.onGap(() => void readAgain())
    await known.#readAll(app)
    return known
  }

  async #readAll({ pool }: Reading): Promise<void> {
    const updated = new Set<string>()
    this.#updated = updated
    const before = [...this.#byId.values()]
    const { rows } = await pool.query<MarginPositionRecord>('select * from margin_positions where closed_at is null')
    const open = new Set(rows.map(({ id }) => id))
    for (const row of rows) if (!updated.has(row.id)) this.#keep(readMarginPosition(row))
    for (const position of before) if (!open.has(position.id) && !updated.has(position.id)) this.#drop(position)
    if (this.#updated === updated) this.#updated = null
  }

  get(id: string): MarginPosition | null {
    return this.#byId.get(id) ?? null
  }

  /** Positions that a price may have endangered, by instrument. */
  indexes(): Iterable<readonly [instrumentId: string, index: DangerIndex]> {
    return this.#byInstrument
  }

  /** Returns the positions that are new or different since the last call. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  #update(position: MarginPosition): void {
    this.#updated?.add(position.id)
    if (position.closedAt === null) this.#keep(position)
    else this.#drop(position)
  }

  #drop(position: MarginPosition): void {
    this.#changed.add(position.id)
    this.#byId.delete(position.id)
    this.#byInstrument.get(position.instrumentId)?.drop(position)
  }

  #keep(position: MarginPosition): void {
    const { id, instrumentId } = position
    this.#changed.add(id)
    const index = this.#byInstrument.get(instrumentId) ?? new DangerIndex()
    this.#byInstrument.set(instrumentId, index)
    index.keep(position)
    this.#byId.set(id, position)
  }
}
