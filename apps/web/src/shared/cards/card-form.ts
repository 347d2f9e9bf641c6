import type { Card } from '@rueda/contract/cards.ts'
import { SWIFT_CODE, wrongFieldOf, accountFormatOf, normalNumber } from '@rueda/rules/cards/bank-account.ts'
import type { AccountFormat } from '@rueda/rules/cards/bank-account.ts'
import { z } from 'zod'
import { type Faults, judgedBy } from '../forms/faults.ts'

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

/** Within these countries an account's number says which bank it is at. */
export const hasSwift = (draft: Pick<BankDraft, 'countryCode'>): boolean => !['cbu', 'japan'].includes(accountFormatOf(draft.countryCode))

export const bankFaults = ['missing', 'wrong'] as const
type BankFaults = Faults<BankDraft, (typeof bankFaults)[number]>

/** What every account abroad or at home is known by. */
export type AccountDraft = Readonly<Pick<BankDraft, 'countryCode' | 'bankName' | 'accountName' | 'cardNo'>>
const needed = ['cardNo', 'bankName', 'accountName'] as const

/** The faults of each field by itself; a holder is judged beside a number that is right. */
export function accountFaults(draft: AccountDraft): Faults<AccountDraft, (typeof bankFaults)[number]> {
  const missing = needed.filter((field) => draft[field].trim() === '').map((field) => [field, 'missing' as const])
  const { countryCode, accountName, cardNo } = draft
  const wrong = cardNo.trim() === '' ? null : wrongFieldOf({ countryCode, accountName, number: normalNumber(countryCode, cardNo) })
  return { ...(wrong === null ? {} : { [wrong]: 'wrong' as const }), ...Object.fromEntries(missing) }
}

function faultsOf(draft: BankDraft): BankFaults {
  const isSwiftWrong = swiftOf(draft) !== null && !SWIFT_CODE.test(draft.swift.trim())
  return { ...accountFaults(draft), ...(isSwiftWrong ? { swift: 'wrong' as const } : {}) }
}

const typed = z.object({
  countryCode: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  cardNo: z.string(),
  currency: z.string(),
  swift: z.string(),
})

/** A bank account that can be sent; every bank has a name, a holder and a number. */
export const wholeBank = judgedBy<BankDraft, (typeof bankFaults)[number]>(typed, faultsOf)

/** The data to send; a bank without an international code has none, and what was typed for another country is not sent. */
export function inputOf(draft: BankDraft) {
  const { countryCode, bankName, accountName, cardNo, currency } = draft
  const swift = swiftOf(draft)
  return { type: 'bank' as const, countryCode, bankName, accountName, cardNo, currency, ...(swift === null ? {} : { swift }) }
}

function swiftOf(draft: BankDraft): string | null {
  const typed = draft.swift.trim()
  return typed === '' || !hasSwift(draft) ? null : typed
}
