import type { ChannelId } from '@rueda/rules/deposits/channel.ts'

/** The house's accounts at the simulated bank, and how a customer's transfer is told from all others. */
type Account = Readonly<{ bankName: string; accountName: string; accountNo: string; alias: string | null }>

const accounts: Readonly<Partial<Record<ChannelId, Account>>> = {
  'ARS-BANK': { bankName: 'Banco Rueda (SIM)', accountName: 'Rueda (SIM)', accountNo: '9990001800000000000017', alias: 'rueda.pesos.sim' },
  'USD-WIRE': { bankName: 'Rueda Bank (SIM)', accountName: 'Rueda (SIM)', accountNo: 'DE20999000010000000001', alias: null },
}

export const bankAccountOf = (channel: ChannelId): Account | null => accounts[channel] ?? null

const CHECK_MODULUS = 97n
const CHECK_COMPLEMENT = 98n
const CHECK_SHIFT = 100n

/** The account's own number with two check digits (ISO 7064), so that a digit typed wrong belongs to nobody. */
export function referenceOf(accountId: string): string {
  const digits = CHECK_COMPLEMENT - ((BigInt(accountId) * CHECK_SHIFT) % CHECK_MODULUS)
  return `RD${accountId}${digits.toString().padStart(2, '0')}`
}
