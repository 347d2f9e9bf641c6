/** The whole capital while the mean of the last closes over the short window lies above that over the long one, and nothing otherwise. */
export type SmaCross = Readonly<{ fast: bigint; slow: bigint }>

const WHOLE = 10_000n

export function smaCross(closes: readonly bigint[], _start: number, { fast, slow }: SmaCross): bigint {
  if (BigInt(closes.length) < slow) return 0n
  const sumOf = (days: bigint): bigint => closes.slice(-Number(days)).reduce((sum, close) => sum + close, 0n)
  // Compared as fractions: both means times both windows.
  return sumOf(fast) * slow > sumOf(slow) * fast ? WHOLE : 0n
}
