import { type DeskList, USUAL_SIZES } from '@rueda/rules/layouts/desk.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The workspace as it was arranged on this device; `account-layout.ts` gives it to the account and takes the account's. */
type Pinned = Readonly<{ stockCode: string; market: string }>

export type DeskLayout = Readonly<{
  railOpen: boolean
  /** Null until one is chosen: what is watched, or for a guest the market. */
  list: DeskList | null
  listWidth: number
  ticketWidth: number
  tablesHeight: number
  /** The instrument of a second chart beside the first; null for one chart. */
  pinned: Pinned | null
}>

export const USUAL_LAYOUT: DeskLayout = { railOpen: false, list: null, ...USUAL_SIZES, pinned: null }

export const useDeskLayout = create<DeskLayout>()(persist((): DeskLayout => USUAL_LAYOUT, { name: 'rueda.desk' }))

export const arrangeDesk = (change: Partial<DeskLayout>): void => void useDeskLayout.setState(change)
