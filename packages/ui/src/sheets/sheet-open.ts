import { createContext, use } from 'react'

/** False for what stands in a sheet that slides away: it is still seen, and does nothing any more. */
const SheetOpen = createContext(true)

export const SheetOpenProvider = SheetOpen
export const useSheetOpen = (): boolean => use(SheetOpen)
