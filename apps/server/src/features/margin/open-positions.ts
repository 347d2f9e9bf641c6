import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { App } from '../../app.ts'
import { type MarginPositionRecord, readMarginPosition } from '../../features/positions/margin-records.ts'
import { DangerIndex } from './danger-index.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

/**
 * Every open position on margin, kept in memory: read once, then updated by every commit, so that looking after them each second costs no
 * query.
 */
export class OpenPositions {
  readonly #byId = new Map<string, MarginPosition>()
  readonly #byInstrument = new Map<string, DangerIndex>()
  /** Positions that have changed since they were last taken. */
  #changed = new Set<string>()

  static async read({ pool, writePath }: Pick<App, 'pool' | 'writePath'>): Promise<OpenPositions> {
    const known = new OpenPositions()
    writePath.onCommitted((committed) => {
      for (const position of committed.changed(marginPositionKind)) known.#keep(position)
    })
    const { rows } = await pool.query<MarginPositionRecord>('select * from margin_positions where closed_at is null')
    // A position from a commit made meanwhile is newer than the one that was read.
    for (const row of rows) if (!known.#byId.has(row.id)) known.#keep(readMarginPosition(row))
    return known
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

  #keep(position: MarginPosition): void {
    const { id, instrumentId } = position
    this.#changed.add(id)
    if (position.closedAt !== null) {
      this.#byId.delete(id)
      return this.#byInstrument.get(instrumentId)?.drop(position)
    }
    const index = this.#byInstrument.get(instrumentId) ?? new DangerIndex()
    this.#byInstrument.set(instrumentId, index)
    index.keep(position)
    this.#byId.set(id, position)
  }
}
