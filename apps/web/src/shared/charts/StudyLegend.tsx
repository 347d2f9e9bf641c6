import { cssColour } from './drawing-colours.ts'
import type { DrawnStudy } from './study-drawing.ts'
import { type LineLook, looksOf } from './study-look.ts'
import { nameOf } from './studies/study.ts'

const UNKNOWN = '—'
const SWATCH_WIDTH = 14
const dashes = { solid: undefined, dashed: '4 2', dotted: '1.5 2' }

type StudyLegendProps = Readonly<{ drawn: DrawnStudy; /** Its place among the lines over the prices. */ order: number; at: number }>

/** A study by name, with the value of each of its lines at one bar. The digits keep their places from bar to bar. */
export function StudyLegend({ drawn, order, at }: StudyLegendProps) {
  const { study, values, write } = drawn
  const width = widest(drawn)
  return (
    <span className="num inline-flex flex-none items-center gap-1.5 whitespace-nowrap">
      <span className="text-text3">{nameOf(study)}</span>
      {looksOf(study, order).map((look, line) => {
        const value = values[at]?.[line] ?? null
        return (
          <span key={line} className="inline-flex items-center gap-1">
            {look.shape === 'line' ? <Swatch look={look} /> : null}
            <span className="text-right text-text2" style={{ minWidth: `${width}ch` }}>
              {value === null ? UNKNOWN : write(value)}
            </span>
          </span>
        )
      })}
    </span>
  )
}

/** The longest of the last values, as a width for all of them. */
function widest({ values, write }: DrawnStudy): number {
  const last = values.at(-1) ?? []
  return Math.max(2, ...last.map((value) => (value === null ? 0 : write(value).length)))
}

export function Swatch({ look: { colour, dash } }: { look: LineLook }) {
  return (
    <svg aria-hidden width={SWATCH_WIDTH} height={4} className="flex-none">
      <line x1={0} y1={2} x2={SWATCH_WIDTH} y2={2} stroke={cssColour(colour)} strokeWidth={2} strokeDasharray={dashes[dash]} />
    </svg>
  )
}
