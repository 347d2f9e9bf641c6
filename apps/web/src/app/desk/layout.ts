import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The workspace as it was arranged on this device. */
export const listNames = ['watched', 'market', 'holdings'] as const
export type ListName = (typeof listNames)[number]
type Pinned = Readonly<{ stockCode: string; market: string }>

type DeskLayout = Readonly<{
  railOpen: boolean
  /** Null until one is chosen: what is watched, or for a guest the market. */
  list: ListName | null
  listWidth: number
  ticketWidth: number
  tablesHeight: number
  /** The instrument of a second chart beside the first; null for one chart. */
  pinned: Pinned | null
}>

export const USUAL = { listWidth: 300, ticketWidth: 344, tablesHeight: 268 } as const
export const LIMITS = {
  listWidth: { least: 240, most: 420 },
  ticketWidth: { least: 320, most: 440 },
  tablesHeight: { least: 160, most: 560 },
} as const

export const useDeskLayout = create<DeskLayout>()(
  persist((): DeskLayout => ({ railOpen: false, list: null, ...USUAL, pinned: null }), { name: 'rueda.desk' }),
)

export const arrangeDesk = (change: Partial<DeskLayout>): void => void useDeskLayout.setState(change)
