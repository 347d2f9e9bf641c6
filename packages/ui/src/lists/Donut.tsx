import { useUi } from '../provider/context.tsx'
import { COLOURS, seriesColour } from './SliceDot.tsx'

export type Slice = Readonly<{ label: string; value: string }>

type DonutProps = Readonly<{ slices: readonly Slice[]; label: string; size?: number | undefined }>

const GAP = 2
const WIDTH = 11

/** Shares of a whole, as a ring. Its legend says the same in words; in private mode every share is the same grey. */
export function Donut({ slices, label, size = 92 }: DonutProps) {
  const { hidesAmounts } = useUi()
  const radius = (size - WIDTH) / 2 - 1
  const around = 2 * Math.PI * radius
  const shown = hidesAmounts ? [{ label: '', value: '1' }] : slicesShown(slices)
  const whole = shown.reduce((sum, slice) => sum + Number(slice.value), 0)
  const starts = shown.map((_, at) => shown.slice(0, at).reduce((sum, slice) => sum + Number(slice.value), 0))
  const gap = shown.length > 1 ? GAP : 0
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${size} ${size}`} className="flex-none -rotate-90">
      {whole <= 0 ? <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--s3)" strokeWidth={WIDTH} /> : null}
      {whole <= 0
        ? null
        : shown.map((slice, at) => (
            <circle
              key={slice.label}
              cx={size / 2}
              cy={size / 2}
              r={radius}
              fill="none"
              stroke={hidesAmounts ? 'var(--s3)' : seriesColour(at)}
              strokeWidth={WIDTH}
              strokeDasharray={`${Math.max(0, (Number(slice.value) / whole) * around - gap)} ${around}`}
              strokeDashoffset={(-(starts[at] ?? 0) / whole) * around}
            />
          ))}
    </svg>
  )
}

/** At most eight; what is left is one more share. Shares of nothing and below are no part of a whole. */
export function slicesShown(slices: readonly Slice[]): readonly Slice[] {
  const positive = slices.filter((slice) => Number(slice.value) > 0)
  if (positive.length <= COLOURS) return positive
  const rest = positive.slice(COLOURS - 1).reduce((sum, slice) => sum + Number(slice.value), 0)
  return [...positive.slice(0, COLOURS - 1), { label: '…', value: String(rest) }]
}
