/** The middle of the figures: half of the runs were better, half worse. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The one line every bench prints. */
export const report = (name: string, figure: number, unit: string, ratio: number, against: string, more = ''): void =>
  console.log(`${name}: ${Math.round(figure).toLocaleString('en-US')} ${unit} (ratio ×${ratio.toFixed(2)} against ${against})${more}`)
