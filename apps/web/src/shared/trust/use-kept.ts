import { useSyncExternalStore } from 'react'
import { type Kept, keptNow, onKept } from './kept.ts'

/** What this device keeps of the house's word. */
export const useKept = (): Kept => useSyncExternalStore(onKept, keptNow)
