import { createContext, use } from 'react'

/** False for what stands in a sheet that slides away: it is still seen, and does nothing any more. Null outside of sheets. */
const SheetOpen = createContext<boolean | null>(null)

export const SheetOpenProvider = SheetOpen
export const useSheetOpen = (): boolean => use(SheetOpen) ?? true
/** There is one sheet at a time: what would open another unfolds in place. */
export const useIsInSheet = (): boolean => use(SheetOpen) !== null
