/** Plain statistics of return series, for the tests that compare the simulated market with real ones. */

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

const centred = (values: readonly number[], power: number): number => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}
export const deviation = (values: readonly number[]): number => Math.sqrt(centred(values, 2))
export const skewness = (values: readonly number[]): number => centred(values, 3) / deviation(values) ** 3
export const excessKurtosis = (values: readonly number[]): number => centred(values, 4) / centred(values, 2) ** 2 - 3

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[index] ?? 0) - meanB]
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return ab / Math.sqrt(aa * bb)
}

/** The correlation of one series with another so many steps later; with itself, the autocorrelation. */
export const lagged = (a: readonly number[], b: readonly number[], lag: number): number => correlation(a.slice(0, -lag), b.slice(lag))
export const autocorrelation = (values: readonly number[], lag: number): number => lagged(values, values, lag)

/** The tail index of the largest values (Hill's estimator). */
export function hill(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => b - a)
  const count = Math.floor(sorted.length * share)
  const threshold = sorted[count] ?? Number.NaN
  return 1 / mean(sorted.slice(0, count).map((value) => Math.log(value / threshold)))
}

/** Sums over stretches of that length that do not overlap. */
export function stretches(values: readonly number[], length: number): number[] {
  const count = Math.floor(values.length / length)
  return Array.from({ length: count }, (_, index) =>
    values.slice(index * length, (index + 1) * length).reduce((sum, value) => sum + value, 0),
  )
}

/** The part of all variance that lies along the strongest common direction of a correlation matrix. */
export function topEigenvalueShare(matrix: readonly (readonly number[])[]): number {
  let vector = matrix.map(() => 1)
  let length = 1
  for (let round = 0; round < 100; round += 1) {
    const image = matrix.map((row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0))
    length = Math.sqrt(image.reduce((sum, value) => sum + value * value, 0))
    vector = image.map((value) => value / length)
  }
  return length / matrix.length
}
