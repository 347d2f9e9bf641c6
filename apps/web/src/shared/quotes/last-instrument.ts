import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The instrument opened last: what the pane beside the shell shows. */
type LastInstrument = Readonly<{ stockCode: string | null; market: string }>

export const useLastInstrument = create<LastInstrument>()(
  persist((): LastInstrument => ({ stockCode: null, market: 'US' }), { name: 'rueda.lastInstrument' }),
)

export function useRememberInstrument({ stock_code, market }: Pick<Quote, 'stock_code' | 'market'>): void {
  useEffect(() => void useLastInstrument.setState({ stockCode: stock_code, market }), [stock_code, market])
}
