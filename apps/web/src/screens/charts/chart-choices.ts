import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ChartRange } from './chart-data.ts'
import type { ChartLook } from './chart-drawing.ts'

/** How this person likes charts: the range everywhere, line or candles by market. */
type ChartChoices = Readonly<{ range: ChartRange; regularOnly: boolean; looks: Readonly<Record<string, ChartLook>> }>

const initial: ChartChoices = { range: '1D', regularOnly: false, looks: {} }

export const useChartChoices = create<ChartChoices>()(persist(() => initial, { name: 'rueda.chart' }))
export const choose = (choices: Partial<ChartChoices>): void => void useChartChoices.setState(choices)
export const chooseLook = (market: string, look: ChartLook): void =>
  void useChartChoices.setState(({ looks }) => ({ looks: { ...looks, [market]: look } }))
