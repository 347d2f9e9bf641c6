/** A share of an instrument that is held in millionths, in the reference model. */
export const MILLIONTHS = 1_000_000n
/** True for the one instrument that is traded in millionths. */
export const isInParts = (instrumentId: string): boolean => instrumentId === 'US:PART'

/** Units of shares in the reference model: prices in ten-thousandths of the currency, whole shares. */
export const SHARE_UNIT = { price: 10_000n, quantity: 100_000_000n } as const

/** What one of the model's shares of an instrument counts in the ledger, in units of 10^-8. */
export const unitOfShares = (instrumentId: string): bigint =>
  isInParts(instrumentId) ? SHARE_UNIT.quantity / MILLIONTHS : SHARE_UNIT.quantity
