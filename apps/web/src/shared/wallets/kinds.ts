import type { Translate } from '../text/text.ts'

/** The reasons money moved, as the ledger names them. */
export const kinds = [
  'BUY',
  'SELL',
  'DEPOSIT',
  'REFERRAL',
  'DEPOSIT_REVERSED',
  'WITHDRAWAL',
  'WITHDRAWAL_FEE',
  'TRANSFER',
  'EXCHANGE',
  'EXCHANGE_COST',
  'DIVIDEND',
  'SPLIT',
  'GRANT',
  'BEGINNING',
  'REVERSAL',
  'MARGIN_FEE',
  'MARGIN_RESULT',
  'DAILY_SETTLEMENT',
  'SWAP',
  'LIQUIDATION_FEE',
  'ROBOT_RENT',
  'ROBOT',
  'SUBSCRIPTION',
  'FUND_BUY',
  'FUND_PAY',
  'FOLLOW_START',
  'FOLLOW_END',
  'LOAN',
  'LOAN_REPAYMENT',
  'LOAN_DEFAULT',
] as const

const keys = {
  BUY: 'kind.buy',
  SELL: 'kind.sell',
  DEPOSIT: 'kind.deposit',
  REFERRAL: 'kind.referral',
  DEPOSIT_REVERSED: 'kind.depositReversed',
  WITHDRAWAL: 'kind.withdrawal',
  WITHDRAWAL_FEE: 'kind.withdrawalFee',
  TRANSFER: 'kind.transfer',
  EXCHANGE: 'kind.exchange',
  EXCHANGE_COST: 'kind.exchangeCost',
  DIVIDEND: 'kind.dividend',
  SPLIT: 'kind.split',
  GRANT: 'kind.grant',
  BEGINNING: 'kind.beginning',
  REVERSAL: 'kind.reversal',
  MARGIN_FEE: 'kind.marginFee',
  MARGIN_RESULT: 'kind.marginResult',
  DAILY_SETTLEMENT: 'kind.dailySettlement',
  SWAP: 'kind.swap',
  LIQUIDATION_FEE: 'kind.liquidationFee',
  ROBOT_RENT: 'kind.robotRent',
  ROBOT: 'kind.robot',
  SUBSCRIPTION: 'kind.subscription',
  FUND_BUY: 'kind.fundBuy',
  FUND_PAY: 'kind.fundPay',
  FOLLOW_START: 'kind.followStart',
  FOLLOW_END: 'kind.followEnd',
  LOAN: 'kind.loan',
  LOAN_REPAYMENT: 'kind.loanRepayment',
  LOAN_DEFAULT: 'kind.loanDefault',
} as const

/** A kind nobody knows here is shown as the server wrote it. */
export function kindText(t: Translate<'wallets'>, kind: string): string {
  const known = kinds.find((one) => one === kind)
  return known === undefined ? kind : t(keys[known])
}
