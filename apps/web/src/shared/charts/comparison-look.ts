import type { LineLook } from './study-look.ts'

/** The looks of a comparison's lines, the chart's own first: never told apart by colour alone. */
export const OWN_LOOK: LineLook = { colour: 'accent', dash: 'solid', shape: 'line' }
const OTHER_LOOKS: readonly LineLook[] = [
  { colour: 'series4', dash: 'solid', shape: 'line' },
  { colour: 'series2', dash: 'dashed', shape: 'line' },
  { colour: 'series6', dash: 'dotted', shape: 'line' },
]
export const otherLook = (at: number): LineLook => OTHER_LOOKS[at] ?? OWN_LOOK
