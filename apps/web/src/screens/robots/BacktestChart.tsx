import type { Backtest, Point } from '@rueda/rules/robots/backtest.ts'

const WIDTH = 340
const HEIGHT = 150
const FALL_HEIGHT = 46
const PADDING = 4

/** The robot's value beside that of the same capital bought and kept, and under them how far the robot lay below its highest value. */
export function BacktestChart({ test, label, fallLabel }: Readonly<{ test: Backtest; label: string; fallLabel: string }>) {
  const robot = test.values.map(valueOf)
  const held = test.held.map(valueOf)
  const y = scaleFor([...robot, ...held])
  const falls = fallsOf(robot)
  const deepest = Math.max(...falls, Number.EPSILON)
  const fallPoints = falls.map((fall, at) => `${x(at, falls.length)} ${round((fall / deepest) * (FALL_HEIGHT - PADDING))}`)
  return (
    <div className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        className="block w-full"
      >
        <line x1={0} x2={WIDTH} y1={round(y(robot[0] ?? 0))} y2={round(y(robot[0] ?? 0))} stroke="var(--line)" strokeDasharray="2 3" />
        <path
          d={lineOf(held, y)}
          fill="none"
          stroke="var(--series-8)"
          strokeWidth={1.5}
          strokeDasharray="5 4"
          vectorEffect="non-scaling-stroke"
        />
        <path d={lineOf(robot, y)} fill="none" stroke="var(--series-1)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg
        role="img"
        aria-label={fallLabel}
        viewBox={`0 0 ${WIDTH} ${FALL_HEIGHT}`}
        preserveAspectRatio="none"
        height={FALL_HEIGHT}
        className="block w-full border-t border-line"
      >
        {fallPoints.length > 1 ? (
          <path
            d={`M0 0L${fallPoints.join('L')}L${WIDTH} 0Z`}
            fill="color-mix(in srgb, var(--warn) 22%, transparent)"
            stroke="var(--warn)"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        ) : null}
      </svg>
    </div>
  )
}

const valueOf = ({ value }: Point): number => Number(value)

/** How far each value lies below the highest before it, as a share of that. */
function fallsOf(values: readonly number[]): readonly number[] {
  let peak = 0
  return values.map((value) => {
    peak = Math.max(peak, value)
    return peak === 0 ? 0 : (peak - value) / peak
  })
}

function scaleFor(values: readonly number[]): (value: number) => number {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  return (value) => (span > 0 ? PADDING + (HEIGHT - 2 * PADDING) * (1 - (value - low) / span) : HEIGHT / 2)
}

const lineOf = (values: readonly number[], y: (value: number) => number): string =>
  values.length < 2 ? '' : `M${values.map((value, at) => `${x(at, values.length)} ${round(y(value))}`).join('L')}`
const x = (at: number, count: number): number => round((at / Math.max(1, count - 1)) * WIDTH)
const round = (value: number): number => Math.round(value * 10) / 10
