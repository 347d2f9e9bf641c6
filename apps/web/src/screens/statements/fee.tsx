import type { Statement } from '@rueda/contract/statements.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import type { Translate } from '../../shared/text/text.ts'

type Fee = Statement['fees'][number]

const keys = {
  COMMISSION: 'fee.COMMISSION',
  MARKET_FEE: 'fee.MARKET_FEE',
  VAT: 'fee.VAT',
  SEC_FEE: 'fee.SEC_FEE',
  TAF: 'fee.TAF',
  TRANSACTION_TAX: 'fee.TRANSACTION_TAX',
  DIV: 'fee.DIV',
  LIQ: 'fee.LIQ',
  SWAP: 'fee.SWAP',
  EXCHANGE: 'fee.EXCHANGE',
  WD: 'fee.WD',
  FUND: 'fee.FUND',
  MANDATE: 'fee.MANDATE',
  PROFIT_SHARE: 'fee.PROFIT_SHARE',
  ROBOT_RENT: 'fee.ROBOT_RENT',
  LOAN_INTEREST: 'fee.LOAN_INTEREST',
  LOAN_PENALTY: 'fee.LOAN_PENALTY',
} as const

/** A kind nobody knows here is shown as the server wrote it. */
export const feeName = (t: Translate<'statements'>, kind: string): string => (kind in keys ? t(keys[kind as keyof typeof keys]) : kind)

export const FeeAmount = ({ fee }: Readonly<{ fee: Fee }>) => <Money value={fee.amount} currency={fee.currency} withCode own />
