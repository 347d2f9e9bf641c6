/** Buys the same part of the capital every few trading days, whatever the price, until all of it is invested. It never sells. */
export type Dca = Readonly<{ parts: bigint; everyDays: bigint }>

const WHOLE = 10_000n

export function dca(closes: readonly bigint[], start: number, { parts, everyDays }: Dca): bigint {
  const days = BigInt(closes.length - start)
  if (days <= 0n) return 0n
  const bought = (days - 1n) / everyDays + 1n
  return ((bought < parts ? bought : parts) * WHOLE) / parts
}
