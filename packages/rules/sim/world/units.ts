/** Units of shares in the reference model: prices in ten-thousandths of the currency, whole shares. */
export const SHARE_UNIT = { price: 10_000n, quantity: 100_000_000n } as const
