/** The spans of time a statement can be asked for, as the two dates the server takes. */
export const periods = ['7', '30', '90', 'custom'] as const
export type Period = (typeof periods)[number]

const MS_PER_DAY = 86_400_000

/** The local calendar date of an instant, as YYYY-MM-DD. */
export function dateText(instant: number): string {
  const day = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export type Span = Readonly<{ startDate?: string; endDate?: string }>

/** "7" is today and the six days before it. */
export function spanOf(period: Period, custom: Span, now: number): Span {
  if (period === 'custom') return custom
  return { startDate: dateText(now - (Number(period) - 1) * MS_PER_DAY) }
}
