/** The middle of the figures: half of the runs were better, half worse. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value below which this share of the figures lies. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const whole = (figure: number): string => Math.round(figure).toLocaleString('en-US')

/** The one line every bench prints. */
export const report = (name: string, figure: number | string, unit: string, ratio: number, against: string, more = ''): void =>
  console.log(
    `${name}: ${typeof figure === 'number' ? whole(figure) : figure} ${unit} (ratio ×${ratio.toFixed(2)} against ${against})${more}`,
  )
