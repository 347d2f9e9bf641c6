import type { AnnouncedDividend, AnnouncedSplit, Step } from './corporate-actions.ts'
import type { SavedColumn } from './column.ts'

/**
 * What the finished days of a market leave behind, as plain data: a market that begins with it goes on as if it had worked those days out
 * itself, to the last bit. Nothing of a day that is not over is in it.
 */
export type SavedMarket = Readonly<{
  /** The number of days since the beginning of history. */
  days: number
  market: SavedFactor
  sectors: readonly SavedFactor[]
  stocks: Readonly<Record<string, SavedStock>>
  indices: Readonly<Record<string, readonly SavedColumn[]>>
}>

export type SavedFactor = Readonly<{ columns: readonly SavedColumn[]; memory: readonly number[] }>

export type SavedStock = Readonly<{
  columns: readonly SavedColumn[]
  memory: readonly number[]
  volume: number
  limitedCloses: ReadonlyMap<number, number>
  actions: SavedActions
}>

export type SavedActions = Readonly<{
  dividends: readonly AnnouncedDividend[]
  splits: readonly AnnouncedSplit[]
  shareSteps: readonly Step[]
  dividendSteps: readonly Step[]
  daysBelow: number
}>
