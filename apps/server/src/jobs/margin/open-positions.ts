import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { App } from '../../app.ts'
import { type MarginPositionRecord, readMarginPosition } from '../../write-path/margin-rows.ts'

/**
 * Every open position on margin, kept in memory: read once, then told by every commit, so that looking after them each
 * second costs no query.
 */
export class OpenPositions {
  readonly #byId = new Map<string, MarginPosition>()

  static async read({ pool, writePath }: Pick<App, 'pool' | 'writePath'>): Promise<OpenPositions> {
    const known = new OpenPositions()
    writePath.onCommitted(({ marginPositions }) => {
      for (const position of marginPositions) known.#keep(position)
    })
    const { rows } = await pool.query<MarginPositionRecord>('select * from margin_positions where closed_at is null')
    // What a commit has told meanwhile is newer than what was read.
    for (const row of rows) if (!known.#byId.has(row.id)) known.#keep(readMarginPosition(row))
    return known
  }

  #keep(position: MarginPosition): void {
    if (position.closedAt === null) this.#byId.set(position.id, position)
    else this.#byId.delete(position.id)
  }

  [Symbol.iterator](): IterableIterator<MarginPosition> {
    return this.#byId.values()
  }
}
