import { memo } from 'react'
import type { Direction } from '../formats/format.ts'

type SparklineProps = Readonly<{
  /** Up to 50 closes as decimal text, oldest first. */
  closes: readonly string[]
  /** What the line is measured from: it has the colour of its end against this, which is its own beginning where nothing is named. */
  base?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** The least share of the values that the whole height stands for: a move that is nothing is not drawn as a fall. */
  leastShare?: number | undefined
  /** The area under the line is tinted and the drawing takes the whole width: for an equity curve. */
  area?: boolean | undefined
  /** Said to a screen reader; without it the drawing is decoration beside words that already say it. */
  label?: string | undefined
}>

const MAX_POINTS = 50
const PADDING = 2
const strokes: Readonly<Record<Direction, string>> = { up: 'var(--up)', down: 'var(--down)', flat: 'var(--flat)' }

/** The last closes as one line, coloured by what it draws: whether its end is over or under where it began. */
export const Sparkline = memo(DrawSparkline, (before, after) => keyOf(before) === keyOf(after))

const keyOf = ({ closes, base, width, height, area, leastShare, label }: SparklineProps) =>
  [closes.join(), base, width, height, area, leastShare, label].join('|')

function DrawSparkline({ closes, base, width = 64, height = 28, area = false, leastShare = 0, label }: SparklineProps) {
  const values = (area ? closes : closes.slice(-MAX_POINTS)).map(Number)
  const isBaseDrawn = !area || base !== undefined || values.length < 2
  const from = base === undefined ? (values[0] ?? 0) : Number(base)
  const y = scaleFor(isBaseDrawn ? [...values, from] : values, height, leastShare)
  const points = values.map((value, at) => `${round((at / (values.length - 1)) * width)} ${round(y(value))}`)
  const colour = strokes[directionFrom(values, from)]
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { 'role': 'img', 'aria-label': label })}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(area ? { height } : { width, height })}
      className={area ? 'block w-full' : 'flex-none'}
    >
      {isBaseDrawn ? (
        <line x1={0} x2={width} y1={round(y(from))} y2={round(y(from))} stroke="var(--line)" strokeWidth={1} strokeDasharray="2 3" />
      ) : null}
      {area && points.length > 1 ? (
        <path d={`M${points.join('L')}L${width} ${height}L0 ${height}Z`} fill={`color-mix(in srgb, ${colour} 16%, transparent)`} />
      ) : null}
      {points.length > 1 ? (
        <path d={`M${points.join('L')}`} fill="none" stroke={colour} strokeWidth={area ? 2 : 1.5} vectorEffect="non-scaling-stroke" />
      ) : null}
    </svg>
  )
}

/** The closes up to the price there is now. */
export const upTo = (closes: readonly string[], price: string | null | undefined): readonly string[] =>
  price === null || price === undefined || closes.length === 0 ? closes : [...closes.slice(0, -1), price]

function directionFrom(values: readonly number[], base: number): Direction {
  const last = values.at(-1)
  if (last === undefined || last === base) return 'flat'
  return last > base ? 'up' : 'down'
}

/** A scale of the height over the values, which stand in its middle where they are closer to each other than the least share. */
export function scaleFor(values: readonly number[], height: number, leastShare: number): (value: number) => number {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(highest - lowest, Math.abs(highest) * leastShare)
  const low = (lowest + highest - span) / 2
  return (value) => (span > 0 ? PADDING + (height - 2 * PADDING) * (1 - (value - low) / span) : height / 2)
}

const round = (value: number) => Math.round(value * 10) / 10
