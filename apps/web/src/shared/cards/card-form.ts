import type { Card } from '@rueda/contract/cards.ts'
import { wrongFieldOf, accountFormatOf, normalNumber } from '@rueda/rules/cards/bank-account.ts'
import type { AccountFormat } from '@rueda/rules/cards/bank-account.ts'

/** A bank account while it is being written. */
export type BankDraft = Readonly<{
  countryCode: string
  bankName: string
  accountName: string
  cardNo: string
  currency: string
  swift: string
}>

export const HOME = 'AR'
export const emptyBank: BankDraft = { countryCode: HOME, bankName: '', accountName: '', cardNo: '', currency: 'ARS', swift: '' }

/** The draft of an account that is changed. Its number is not kept in the open, and is typed again. */
export const bankOf = (card: Card | null): BankDraft =>
  card === null
    ? emptyBank
    : {
        ...{ countryCode: card.countryCode ?? HOME, bankName: card.bankName ?? '', accountName: card.accountName ?? '' },
        ...{ cardNo: '', currency: card.currency, swift: '' },
      }

export const formatOf = ({ countryCode }: BankDraft): AccountFormat => accountFormatOf(countryCode)

/** The field that is wrong as typed; null if none is. */
export function wrongOf(draft: BankDraft): 'cardNo' | 'accountName' | null {
  const { countryCode, accountName, cardNo } = draft
  return wrongFieldOf({ countryCode, accountName, number: normalNumber(countryCode, cardNo) })
}

export const isWhole = ({ bankName, accountName, cardNo }: BankDraft): boolean =>
  [bankName, accountName, cardNo].every((part) => part.trim() !== '')

/** The data to send; a bank without an international code has none. */
export const inputOf = ({ swift, ...draft }: BankDraft) => ({
  type: 'bank' as const,
  ...draft,
  ...(swift.trim() === '' ? {} : { swift: swift.trim() }),
})
