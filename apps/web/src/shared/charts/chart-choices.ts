import { shareMarkets } from '@rueda/rules/markets/markets.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type ChartPeriod, isPeriod } from './chart-periods.ts'
import type { ChartLook } from './drawing.ts'
import { type Study, isStudy, studiesAt, studyRules, usualStudy } from './studies/study.ts'

/** This person's chart settings, kept on this device: the same everywhere, but line or candles by market. */
export type ChartChoices = Readonly<{
  period: ChartPeriod
  regularOnly: boolean
  looks: Readonly<Record<string, ChartLook>>
  /** Over the prices, at most three. */
  overlays: readonly Study[]
  /** Below the prices, at most two; where there is room for fewer the last ones are shown. */
  panes: readonly Study[]
  showsFills: boolean
  showsEvents: boolean
  showsNotes: boolean
  /** True if prices before a split are divided by it. */
  adjusts: boolean
}>

export const MAX_OVERLAYS = 3
export const MAX_PANES = 2

const initial: ChartChoices = {
  period: '1D',
  regularOnly: false,
  looks: {},
  overlays: [],
  panes: [usualStudy('volume')],
  showsFills: true,
  showsEvents: true,
  showsNotes: true,
  adjusts: true,
}

export const useChartChoices = create<ChartChoices>()(
  persist(() => initial, {
    name: 'rueda.chart',
    merge: (kept, current) => ({ ...current, ...sound(kept as Partial<ChartChoices> | undefined) }),
  }),
)

/** Drops kept values that this version does not know, as another version of the app may have written them. */
function sound(kept: Partial<ChartChoices> | undefined): Partial<ChartChoices> {
  if (kept === undefined) return {}
  const studies = (list: readonly Study[] | undefined, place: 'price' | 'pane', most: number, first: readonly Study[]) =>
    Array.isArray(list) ? list.filter((study: Study) => studyRules[study.kind]?.place === place && isStudy(study)).slice(0, most) : first
  return {
    ...kept,
    period: isPeriod(kept.period) ? kept.period : initial.period,
    overlays: studies(kept.overlays, 'price', MAX_OVERLAYS, initial.overlays),
    panes: studies(kept.panes, 'pane', MAX_PANES, initial.panes),
  }
}

export const choose = (choices: Partial<ChartChoices>): void => void useChartChoices.setState(choices)
export const chooseLook = (market: string, look: ChartLook): void =>
  void useChartChoices.setState(({ looks }) => ({ looks: { ...looks, [market]: look } }))

/** Resets studies and marks to their first values; the choices on the toolbar stay as they are. */
export function resetStudies(): void {
  const { overlays, panes, showsFills, showsEvents, showsNotes, adjusts } = initial
  choose({ overlays, panes, showsFills, showsEvents, showsNotes, adjusts })
}

const MA_PERIODS = [5, 10, 20, 60]
const EMA_PERIODS = [12, 26, 50]

/** One more line over the prices, with a period that is not there yet. */
export function withOverlay(overlays: readonly Study[], kind: Study['kind']): readonly Study[] {
  if (overlays.length >= MAX_OVERLAYS) return overlays
  const usual = usualStudy(kind)
  const periods = kind === 'sma' ? MA_PERIODS : kind === 'ema' ? EMA_PERIODS : []
  const taken = overlays.filter((each) => each.kind === kind).map(({ parameters }) => parameters[0])
  const free = periods.find((period) => !taken.includes(period))
  return [...overlays, free === undefined ? usual : { kind, parameters: [free] }]
}

/** Adds or removes a pane; where there is room for `most` only, the newest take the place of the older ones. */
export function withPane(panes: readonly Study[], kind: Study['kind'], most: number): readonly Study[] {
  const others = panes.filter((each) => each.kind !== kind)
  return others.length < panes.length ? others : [...others, usualStudy(kind)].slice(-most)
}

/** Sets one parameter of one study; a value that makes the study invalid is not taken over. */
export function withParameter(studies: readonly Study[], at: number, parameter: number, value: number): readonly Study[] {
  return studies.map((study, index) => {
    if (index !== at) return study
    const changed = { ...study, parameters: study.parameters.map((each, position) => (position === parameter ? value : each)) }
    return isStudy(changed) ? changed : study
  })
}

export const overlayKinds = studiesAt('price')
export const paneKinds = studiesAt('pane')

/** Only shares pay dividends and are split. */
export const hasCompany = (market: string): boolean => shareMarkets.some((name) => name === market)
