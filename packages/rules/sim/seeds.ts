/** The runs of the tests, and their length. Planted bugs are looked for in runs that are sound without them. */
export const SEEDS = Array.from({ length: 64 }, (_, index) => index + 1)
export const STEPS = 3_000
