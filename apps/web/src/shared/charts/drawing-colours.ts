/** Roles of the page as colours a canvas understands. */
const roles = {
  up: 'up',
  down: 'down',
  flat: 'flat',
  text1: 'text1',
  text2: 'text2',
  text3: 'text3',
  line: 'line',
  accent: 'accent-fill',
  warn: 'warn',
  series1: 'series-1',
  series2: 'series-2',
  series4: 'series-4',
  series5: 'series-5',
  series6: 'series-6',
} as const

export type ColourRole = keyof typeof roles
export type Colours = Readonly<Record<ColourRole, string>>

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, style.getPropertyValue(`--${name}`).trim()])) as Colours
}

/** The same roles for what is drawn in the page beside the canvas. */
export const cssColour = (role: ColourRole): string => `var(--${roles[role]})`

/** The opacity of a colour, as two hexadecimal digits behind it. */
export const ALPHA = { area: '29', none: '00', volume: '66' } as const
