import { normalNumber } from '@rueda/rules/cards/bank-account.ts'
import { z } from 'zod'
import { type AccountDraft, type bankFaults, accountFaults } from '../../shared/cards/card-form.ts'
import { judgedBy } from '../../shared/forms/faults.ts'

/** An account that is given with the withdrawal itself: in yen, or abroad by wire. */
export type OtherWay = 'JPY' | 'other'
export type OtherAccount = AccountDraft & Readonly<{ branch: string }>

const countries: Readonly<Record<OtherWay, string>> = { JPY: 'JP', other: 'US' }
export const emptyAccount = (way: OtherWay): OtherAccount => ({
  ...{ countryCode: countries[way], bankName: '', branch: '', cardNo: '', accountName: '' },
})

const typed = z.object({ countryCode: z.string(), bankName: z.string(), branch: z.string(), cardNo: z.string(), accountName: z.string() })
export const wholeAccount = judgedBy<OtherAccount, (typeof bankFaults)[number]>(typed, accountFaults)

/** What is sent of it: a branch that was left out is not named. */
export const accountInfoOf = ({ countryCode, bankName, branch, cardNo, accountName }: OtherAccount) => ({
  ...{ countryCode, bankName, accountName, accountNo: cardNo },
  ...(branch.trim() === '' ? {} : { branch: branch.trim() }),
})

const LAST_SHOWN = 4
/** "MUFG Shibuya ••••4567". */
export const accountLabel = ({ countryCode, bankName, branch, cardNo }: OtherAccount): string =>
  `${[bankName, branch].filter((part) => part.trim() !== '').join(' ')} ••••${normalNumber(countryCode, cardNo).slice(-LAST_SHOWN)}`
