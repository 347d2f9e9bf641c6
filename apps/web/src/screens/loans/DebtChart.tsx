import { useText } from '../../shared/text/text.ts'

type DebtChartProps = Readonly<{
  /** The debt by the day, the due date at `termDays`. */
  line: readonly string[]
  termDays: number
  /** The same in a sentence. */
  label: string
}>

const WIDTH = 340
const HEIGHT = 120
const PADDING = 6

/** What is owed day by day: in time up to the due date, and steeper, in the colour of a warning, after it. */
export function DebtChart({ line, termDays, label }: DebtChartProps) {
  const t = useText('loans')
  const values = line.map(Number)
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0]
  const x = (day: number): number => (day / Math.max(1, values.length - 1)) * WIDTH
  const y = (value: number): number => HEIGHT - PADDING - (high > low ? ((value - low) / (high - low)) * (HEIGHT - 2 * PADDING) : 0)
  const pathOf = (from: number, to: number): string =>
    `M${values
      .slice(from, to + 1)
      .map((value, at) => `${x(from + at).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('L')}`
  const due = x(termDays)
  return (
    <figure className="mb-2">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        className="block w-full"
      >
        <line x1={due} x2={due} y1={0} y2={HEIGHT} stroke="var(--line-strong)" strokeDasharray="2 3" vectorEffect="non-scaling-stroke" />
        <path d={`${pathOf(0, termDays)}L${due} ${HEIGHT}L0 ${HEIGHT}Z`} fill="color-mix(in srgb, var(--accent) 14%, transparent)" />
        <path
          d={`${pathOf(termDays, values.length - 1)}L${WIDTH} ${HEIGHT}L${due} ${HEIGHT}Z`}
          fill="color-mix(in srgb, var(--warn) 16%, transparent)"
        />
        <path d={pathOf(0, termDays)} fill="none" stroke="var(--accent)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
        <path d={pathOf(termDays, values.length - 1)} fill="none" stroke="var(--warn)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption aria-hidden className="mt-1 flex justify-between gap-2 text-meta text-text3">
        <span>{t('chart.start')}</span>
        <span>{t('chart.due')}</span>
        <span>{t('chart.end')}</span>
      </figcaption>
    </figure>
  )
}
