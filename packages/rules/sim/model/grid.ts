/**
 * The price steps of the rule book (B.1 to B.3), written without the rules. Prices in ten-thousandths of the currency; a price times one
 * hundred is one that a percentage was taken of.
 */
type Steps = readonly (readonly [from: bigint, step: bigint])[]

const steps: Readonly<Record<string, Steps>> = {
  US: [
    [10_000n, 100n],
    [0n, 1n],
  ],
  AR: [
    [10_000_000n, 50_000n],
    [1_000_000n, 5_000n],
    [100_000n, 500n],
    [10_000n, 100n],
    [0n, 10n],
  ],
  TW: [
    [10_000_000n, 50_000n],
    [5_000_000n, 10_000n],
    [1_000_000n, 5_000n],
    [500_000n, 1_000n],
    [100_000n, 500n],
    [0n, 100n],
  ],
  TWETF: [
    [500_000n, 500n],
    [0n, 100n],
  ],
}

/** Which of the tables an instrument goes by: its market's, but for a fund in Taiwan. */
export const gridOf = (instrumentId: string): string => (instrumentId === 'TW:00901' ? 'TWETF' : instrumentId.slice(0, 2))

export function stepAt(instrumentId: string, price: bigint): bigint {
  for (const [from, step] of steps[gridOf(instrumentId)] ?? []) if (price >= from) return step
  return 1n
}

type Rounding = 'down' | 'up' | 'half'

/** The nearest price on the grid to a hundredth of this. */
export function onGrid(instrumentId: string, hundredfold: bigint, rounding: Rounding): bigint {
  const step = stepAt(instrumentId, hundredfold / 100n)
  const added = rounding === 'down' ? 0n : rounding === 'up' ? 100n * step - 1n : 50n * step
  return ((hundredfold + added) / (100n * step)) * step
}
