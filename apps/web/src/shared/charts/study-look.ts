import type { ColourRole } from './drawing-colours.ts'
import { type Study, type StudyLine, studyRules } from './studies/study.ts'

/** The look of each line of a study, on the canvas and in the legend: never by colour alone. */
export type LineLook = Readonly<{ colour: ColourRole; dash: 'solid' | 'dashed' | 'dotted'; shape: 'line' | 'bars' }>

const OVERLAY_COLOURS: readonly ColourRole[] = ['series4', 'series2', 'series6']
const OVERLAY_DASHES = ['solid', 'dashed', 'dotted'] as const

const paneLooks: Readonly<Record<StudyLine, LineLook>> = {
  value: { colour: 'series1', dash: 'solid', shape: 'line' },
  middle: { colour: 'series2', dash: 'dashed', shape: 'line' },
  upper: { colour: 'series2', dash: 'solid', shape: 'line' },
  lower: { colour: 'series2', dash: 'solid', shape: 'line' },
  distance: { colour: 'flat', dash: 'solid', shape: 'bars' },
  macd: { colour: 'series2', dash: 'solid', shape: 'line' },
  signal: { colour: 'series5', dash: 'dashed', shape: 'line' },
  k: { colour: 'series2', dash: 'solid', shape: 'line' },
  d: { colour: 'series5', dash: 'dashed', shape: 'line' },
  j: { colour: 'series6', dash: 'dotted', shape: 'line' },
}

/** The lines of a study, the first, second or third of those over the prices. */
export function looksOf({ kind }: Study, at: number): readonly LineLook[] {
  const { place, lines } = studyRules[kind]
  if (kind === 'volume') return [{ colour: 'flat', dash: 'solid', shape: 'bars' }]
  if (place === 'pane') return lines.map((line) => paneLooks[line])
  const [colour, dash] = [OVERLAY_COLOURS[at] ?? 'series4', OVERLAY_DASHES[at] ?? 'solid']
  // The middle of a band is a line like the others; its edges are thinner dots of the same colour.
  return lines.map((line) => ({ colour, dash: line === 'upper' || line === 'lower' ? 'dotted' : dash, shape: 'line' }))
}
