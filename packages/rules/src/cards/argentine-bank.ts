/**
 * Bank accounts of Argentina: a CBU belongs to a bank, a CVU (which begins with three zeros) to a payment service. Both
 * have 22 digits in two blocks, and each block ends in a check digit of its own (`docs/rules/cards.md` E.12).
 */
const WEIGHTS_OF_BANK = [7, 1, 3, 9, 7, 1, 3] as const
const WEIGHTS_OF_ACCOUNT = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3] as const
const CBU = /^\d{22}$/u
const BLOCK_OF_BANK = 8
const ALIAS = /^[A-Za-z0-9.-]{6,20}$/u
const ONLY_DIGITS = /^\d+$/u

export const isCbu = (text: string): boolean =>
  CBU.test(text) &&
  endsInCheckDigit(text.slice(0, BLOCK_OF_BANK), WEIGHTS_OF_BANK) &&
  endsInCheckDigit(text.slice(BLOCK_OF_BANK), WEIGHTS_OF_ACCOUNT)

/** The name its owner gave an account; digits alone are a mistyped CBU rather than a name. */
export const isAlias = (text: string): boolean => ALIAS.test(text) && !ONLY_DIGITS.test(text)

/** The three digits that name the bank of a CBU; null for a CVU or an alias, which name none. */
export function bankCodeOf(text: string): string | null {
  const code = text.slice(0, 3)
  return isCbu(text) && code !== '000' ? code : null
}

function endsInCheckDigit(block: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(block[place]), 0)
  return Number(block[weights.length]) === (10 - (sum % 10)) % 10
}
