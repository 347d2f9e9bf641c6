const CHECK_MODULUS = 97n
const CHECK_COMPLEMENT = 98n
const CHECK_SHIFT = 100n

/** The account's own number with two check digits (ISO 7064), so that a digit typed wrong belongs to nobody. */
export function referenceOf(accountId: string): string {
  const digits = CHECK_COMPLEMENT - ((BigInt(accountId) * CHECK_SHIFT) % CHECK_MODULUS)
  return `RD${accountId}${digits.toString().padStart(2, '0')}`
}
