import { partOfWallet } from './accounts.ts'

/**
 * Every kind of entry, in one table (`docs/rules/ledger.md` G.3): its event, the accounts it may move anything between, its name in the
 * customer's statement, and why it cannot be taken back by hand. The ledger refuses an entry that touches another account; statements,
 * reversals, the ledger checks and `docs/journals.md` read it here.
 */

/** An account without the names of wallet, position, instrument, currency or market in it. */
export type AccountClass =
  | 'U:CASH'
  | 'U:HOLD'
  | 'U:MARGIN'
  | 'U:SEC'
  | 'U:SECHOLD'
  | 'U:SECLOCK'
  | 'U:FUND'
  | 'U:MANDATE'
  | 'U:ROBOT'
  | 'U:LOAN'
  | 'H:BANK'
  | 'H:CHAIN'
  | 'H:SUSPENSE'
  | 'H:FX'
  | 'H:FEE'
  | 'H:TAX'
  | 'H:SETTLE'
  | 'H:SETTLESEC'
  | 'H:MKT'
  | 'H:MKTSEC'
  | 'H:REFERRAL'
  | 'H:PROMO'
  | 'H:INSURANCE'
  | 'H:FUNDPOOL'
  | 'H:MANDPOOL'
  | 'H:PROFITSHARE'
  | 'H:RENT'
  | 'H:IPO'
  | 'H:PLACING'
  | 'H:LOANBOOK'
  | 'H:INTINC'
  | 'H:PENINC'

export const reversalBars = ['hold', 'dedicatedFlow', 'result'] as const
/**
 * Reasons why an entry cannot be taken back by hand. `hold`: it only moved money between free and held, and the order or transfer it is
 * held for releases it. `dedicatedFlow`: its deposit, withdrawal or transfer has a way back of its own, and would otherwise disagree with the
 * ledger. `result`: it books the market's result for an order or a position, which nobody may change.
 */
export type ReversalBar = (typeof reversalBars)[number]

type JournalFacts = Readonly<{
  /** The event that it books. */
  event: string
  /** Empty for an entry that moves another one's amounts back. */
  accounts: readonly AccountClass[]
  /** Among the customer's movements; null where nothing comes into a wallet or leaves it. */
  statement: string | null
  /** Null for entries that can be taken back by hand: money the brokerage itself gave, and the reversal of one. */
  bar: ReversalBar | null
  /** True for a customer's own act that only moves their own money, or sends it away. */
  isOwnMove?: true
}>

const journalTable = {
  J02: {
    event: 'a deposit is credited',
    accounts: ['H:BANK', 'H:CHAIN', 'H:FX', 'U:CASH'],
    statement: 'DEPOSIT',
    bar: 'dedicatedFlow',
  },
  J03: {
    event: 'a deposit is too small and waits, or what waited is credited',
    accounts: ['H:BANK', 'H:CHAIN', 'H:SUSPENSE', 'H:FX', 'U:CASH'],
    statement: 'DEPOSIT',
    bar: 'dedicatedFlow',
  },
  J04: {
    event: 'the bank or the chain takes a deposit back',
    accounts: ['U:CASH', 'H:SUSPENSE', 'H:FX', 'H:BANK', 'H:CHAIN'],
    statement: 'DEPOSIT_REVERSED',
    bar: 'dedicatedFlow',
  },
  J10: { event: 'a withdrawal is asked for', accounts: ['U:CASH', 'U:HOLD'], statement: null, bar: 'hold', isOwnMove: true },
  J11: {
    event: 'a withdrawal is paid',
    accounts: ['U:HOLD', 'H:FX', 'H:BANK', 'H:CHAIN'],
    statement: 'WITHDRAWAL',
    bar: 'dedicatedFlow',
    isOwnMove: true,
  },
  J12: {
    event: 'the fee of a withdrawal',
    accounts: ['U:HOLD', 'H:FEE'],
    statement: 'WITHDRAWAL_FEE',
    bar: 'dedicatedFlow',
    isOwnMove: true,
  },
  J13: { event: 'a withdrawal ends unpaid', accounts: ['U:HOLD', 'U:CASH'], statement: null, bar: 'hold', isOwnMove: true },
  J20: {
    event: 'money moves between wallets of one currency',
    accounts: ['U:CASH'],
    statement: 'TRANSFER',
    bar: 'dedicatedFlow',
    isOwnMove: true,
  },
  J21: { event: 'money is exchanged between wallets', accounts: ['U:HOLD', 'H:FX', 'U:CASH'], statement: 'EXCHANGE', bar: 'dedicatedFlow' },
  J22: { event: 'an exchange waits', accounts: ['U:CASH', 'U:HOLD'], statement: null, bar: 'hold', isOwnMove: true },
  J23: { event: 'an exchange is called back', accounts: ['U:HOLD', 'U:CASH'], statement: null, bar: 'hold', isOwnMove: true },
  J24: {
    event: 'what calling an exchange back has cost',
    accounts: ['U:HOLD', 'H:FX'],
    statement: 'EXCHANGE_COST',
    bar: 'dedicatedFlow',
    isOwnMove: true,
  },
  J30: {
    event: 'an order holds what it may use',
    accounts: ['U:CASH', 'U:HOLD', 'U:SEC', 'U:SECHOLD'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J31: {
    event: 'an order gives back what it held',
    accounts: ['U:HOLD', 'U:CASH', 'U:SECHOLD', 'U:SEC'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J32: {
    event: 'shares are bought',
    accounts: ['U:HOLD', 'U:CASH', 'H:SETTLE', 'H:FEE', 'H:TAX', 'H:SETTLESEC', 'U:SEC', 'U:SECLOCK'],
    statement: 'BUY',
    bar: 'result',
  },
  J33: {
    event: 'shares are sold',
    accounts: ['U:SECHOLD', 'U:SEC', 'H:SETTLESEC', 'H:SETTLE', 'U:CASH', 'H:FEE', 'H:TAX'],
    statement: 'SELL',
    bar: 'result',
  },
  J34: { event: 'trades settle', accounts: ['H:SETTLE', 'H:MKT', 'H:SETTLESEC', 'H:MKTSEC'], statement: null, bar: 'result' },
  J40: {
    event: 'a position on margin is opened',
    accounts: ['U:HOLD', 'U:CASH', 'U:MARGIN', 'H:FEE'],
    statement: 'MARGIN_FEE',
    bar: 'result',
    isOwnMove: true,
  },
  J41: { event: 'margin is added to a position', accounts: ['U:CASH', 'U:MARGIN'], statement: null, bar: 'hold', isOwnMove: true },
  J42: {
    event: 'a position on margin is closed',
    accounts: ['H:MKT', 'U:MARGIN', 'H:FEE', 'U:CASH'],
    statement: 'MARGIN_RESULT',
    bar: 'result',
  },
  J43: { event: 'a future is settled for the day', accounts: ['H:MKT', 'U:MARGIN'], statement: 'DAILY_SETTLEMENT', bar: 'result' },
  J44: { event: 'a pair is held over night', accounts: ['U:MARGIN', 'H:FEE'], statement: 'SWAP', bar: 'result' },
  J45: { event: 'the fee of a liquidation', accounts: ['U:MARGIN', 'H:FEE'], statement: 'LIQUIDATION_FEE', bar: 'result' },
  J46: {
    event: 'the house pays what a position lost beyond its margin',
    accounts: ['H:INSURANCE', 'H:MKT'],
    statement: null,
    bar: 'result',
  },
  J50: {
    event: 'new shares or shares of a placing are asked for',
    accounts: ['U:CASH', 'U:HOLD'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J51: { event: 'shares are allotted', accounts: ['U:HOLD', 'H:IPO', 'H:PLACING'], statement: 'SUBSCRIPTION', bar: 'result' },
  J52: {
    event: 'what was not allotted goes back',
    accounts: ['U:HOLD', 'U:CASH'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J53: {
    event: 'allotted shares are delivered',
    accounts: ['H:MKTSEC', 'U:SEC', 'U:SECLOCK', 'H:IPO', 'H:PLACING', 'H:MKT'],
    statement: null,
    bar: 'result',
  },
  J54: { event: 'locked shares are free', accounts: ['U:SECLOCK', 'U:SEC'], statement: null, bar: 'hold', isOwnMove: true },
  J60: { event: 'units of a fund are asked for', accounts: ['U:CASH', 'U:HOLD'], statement: null, bar: 'hold', isOwnMove: true },
  J61: {
    event: 'units of a fund are bought',
    accounts: ['U:HOLD', 'H:FUNDPOOL', 'H:FEE', 'U:FUND'],
    statement: 'FUND_BUY',
    bar: 'result',
  },
  J62: {
    event: 'units of a fund are paid back',
    accounts: ['U:FUND', 'H:FUNDPOOL', 'H:MKT', 'H:FEE', 'U:CASH'],
    statement: 'FUND_PAY',
    bar: 'result',
  },
  J63: { event: 'a subscription to a fund ends unbought', accounts: ['U:HOLD', 'U:CASH'], statement: null, bar: 'hold', isOwnMove: true },
  J70: {
    event: 'a loan is paid out',
    accounts: ['H:LOANBOOK', 'U:CASH', 'U:LOAN'],
    statement: 'LOAN',
    bar: 'dedicatedFlow',
  },
  J71: { event: 'the interest of a loan is owed', accounts: ['U:LOAN', 'H:INTINC'], statement: null, bar: 'dedicatedFlow' },
  J72a: { event: 'a repayment waits', accounts: ['U:CASH', 'U:HOLD'], statement: null, bar: 'hold', isOwnMove: true },
  J72b: {
    event: 'a loan is repaid, or a part of it',
    accounts: ['U:HOLD', 'H:PENINC', 'H:INTINC', 'H:LOANBOOK', 'U:LOAN'],
    statement: 'LOAN_REPAYMENT',
    bar: 'dedicatedFlow',
  },
  J72c: { event: 'a repayment is not taken', accounts: ['U:HOLD', 'U:CASH'], statement: null, bar: 'hold', isOwnMove: true },
  J73: { event: 'the penalty of an overdue loan is owed', accounts: ['U:LOAN', 'H:PENINC'], statement: null, bar: 'dedicatedFlow' },
  J74: {
    event: 'collateral pays a loan in default, and the house what it did not cover',
    accounts: ['U:HOLD', 'U:CASH', 'H:PENINC', 'H:INTINC', 'H:LOANBOOK', 'U:LOAN', 'H:INSURANCE'],
    statement: 'LOAN_DEFAULT',
    bar: 'dedicatedFlow',
  },
  J75: {
    event: 'collateral of a loan is locked',
    accounts: ['U:CASH', 'U:HOLD', 'U:SEC', 'U:SECLOCK'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J76: {
    event: 'collateral of a loan is free again',
    accounts: ['U:HOLD', 'U:CASH', 'U:SECLOCK', 'U:SEC'],
    statement: null,
    bar: 'hold',
    isOwnMove: true,
  },
  J80: { event: 'an agency is to be followed', accounts: ['U:CASH', 'U:HOLD'], statement: null, bar: 'hold', isOwnMove: true },
  J81: {
    event: 'a mandate is confirmed',
    accounts: ['U:HOLD', 'H:MANDPOOL', 'U:MANDATE'],
    statement: 'FOLLOW_START',
    bar: 'result',
  },
  J82: {
    event: 'a mandate is settled',
    accounts: ['U:MANDATE', 'H:MANDPOOL', 'H:MKT', 'H:FEE', 'H:PROFITSHARE', 'U:CASH'],
    statement: 'FOLLOW_END',
    bar: 'result',
  },
  J83: { event: 'a mandate ends before it began', accounts: ['U:HOLD', 'U:CASH'], statement: null, bar: 'hold', isOwnMove: true },
  J85: { event: 'a robot is rented', accounts: ['U:CASH', 'H:RENT'], statement: 'ROBOT_RENT', bar: 'result', isOwnMove: true },
  J86: {
    event: 'a robot is given its capital or gives it back, and takes part in the trades of its orders',
    accounts: ['U:CASH', 'U:ROBOT', 'U:SEC', 'U:SECLOCK'],
    statement: 'ROBOT',
    bar: 'dedicatedFlow',
    isOwnMove: true,
  },
  J95: { event: 'a part of the fees of those invited', accounts: ['H:REFERRAL', 'U:CASH'], statement: 'REFERRAL', bar: null },
  J96: { event: 'a dividend, less its tax', accounts: ['H:MKT', 'U:CASH', 'H:TAX'], statement: 'DIVIDEND', bar: null },
  J97: {
    event: 'shares are split or put together',
    accounts: ['H:MKTSEC', 'U:SEC', 'U:SECLOCK', 'H:MKT', 'U:CASH'],
    statement: 'SPLIT',
    bar: 'result',
  },
  J98: { event: 'money to practise with', accounts: ['H:PROMO', 'U:CASH'], statement: 'GRANT', bar: null },
  J98b: {
    event: 'practice money given back for a new beginning',
    accounts: ['U:CASH', 'H:PROMO'],
    statement: 'BEGINNING',
    bar: 'dedicatedFlow',
  },
  J99: { event: 'an entry is taken back, line by line', accounts: [], statement: 'REVERSAL', bar: null },
} as const satisfies Readonly<Record<string, JournalFacts>>

export type Journal = keyof typeof journalTable
export const journals = Object.keys(journalTable) as readonly Journal[]

/** The same table for code that handles any journal. */
export const journalFacts: Readonly<Record<Journal, JournalFacts>> = journalTable

/** The class of an account by its name (`accounts.ts`): its part for a wallet, the beginning of the name for all others. */
export function classOfAccount(account: string): string {
  const part = partOfWallet(account)
  if (part !== null) return `U:${part}`
  const [owner = '', first = '', kind = ''] = account.split(':')
  const isNamed = first.startsWith('SEC') || first === 'FUND' || first === 'MANDATE' || first === 'ROBOT' || first === 'LOAN'
  return owner === 'H' || isNamed ? `${owner}:${first}` : `${owner}:${kind}`
}

/** True when an entry of this journal may touch the account. */
export const belongsTo = (journal: Journal, account: string): boolean => {
  const accounts: readonly string[] = journalFacts[journal].accounts
  return accounts.length === 0 || accounts.includes(classOfAccount(account))
}
