import type { Translate } from '../text/text.ts'

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
