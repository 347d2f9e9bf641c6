import type { Currency } from '../money.ts'
import { type WalletType, walletTypes } from '../wallets/wallet.ts'

/**
 * The chart of accounts (`docs/rules/ledger.md` G.2). An account of a customer starts with `U:` and is meant together with the customer
 * whose chain the entry is in; an account of the brokerage starts with `H:`. Customers' accounts never go below zero, except that a
 * loan's is what is owed of it and never goes above; the brokerage's may.
 */
export type WalletPart = 'CASH' | 'HOLD'
export type SecurityPart = 'SEC' | 'SECHOLD' | 'SECLOCK'

export const walletAccount = (wallet: WalletType, part: WalletPart): string => `U:${wallet}:${part}`
/** The margin of one position: each is an account of its own, so that none can be lost on another. */
export const marginAccount = ({ wallet, id }: Readonly<{ wallet: WalletType; id: string }>): string => `U:${wallet}:MARGIN:${id}`
export const securityAccount = (part: SecurityPart, instrumentId: string): string => `U:${part}:${instrumentId}`

/** The units of one subscription to a fund. */
export const fundAccount = (orderId: string): string => `U:FUND:${orderId}`
/** The money of a part of a rented robot. */
export const robotAccount = (slotId: string): string => `U:ROBOT:${slotId}`
/** What a customer owes of one loan: the one account of a customer that is below zero. */
export const loanAccount = (loanId: string): string => `U:LOAN:${loanId}`
/** What debts are counted in. */
export const debtAsset = (currency: Currency): string => `DEBT:${currency}`

/** What units of a fund are counted in. */
export const fundAsset = (fundId: string): string => `FUND:${fundId}`

/** The units of one mandate. */
export const mandateAccount = (mandateId: string): string => `U:MANDATE:${mandateId}`
/** What units of an agency's account are counted in. */
export const mandateAsset = (agencyId: string): string => `MANDATE:${agencyId}`

export const house = {
  /** Street side of trades that have not settled. */
  settle: (market: string, currency: Currency): string => `H:SETTLE:${market}:${currency}`,
  settleSecurities: (instrumentId: string): string => `H:SETTLESEC:${instrumentId}`,
  /** The market as counterparty, once settled. */
  market: (venue: string, currency: Currency): string => `H:MKT:${venue}:${currency}`,
  marketSecurities: (venue: string, instrumentId: string): string => `H:MKTSEC:${venue}:${instrumentId}`,
  /** The outside world's money: below zero by what customers paid in, the mirror of the bank's and the chain's own books. */
  bank: (currency: Currency): string => `H:BANK:${currency}`,
  chain: (currency: Currency, network: string): string => `H:CHAIN:${currency}:${network}`,
  /** Money in a customer's name that is not theirs yet, and what a customer owes. */
  suspense: (currency: Currency): string => `H:SUSPENSE:${currency}`,
  /** The brokerage's stock of a currency from exchanging it. */
  exchange: (currency: Currency): string => `H:FX:${currency}`,
  fee: (kind: string, currency: Currency): string => `H:FEE:${kind}:${currency}`,
  tax: (kind: string, currency: Currency): string => `H:TAX:${kind}:${currency}`,
  referral: (currency: Currency): string => `H:REFERRAL:${currency}`,
  /** Income from renting robots. */
  rent: (currency: Currency): string => `H:RENT:${currency}`,
  promotion: (currency: Currency): string => `H:PROMO:${currency}`,
  /** Pays what a position lost beyond its margin, so that no customer ever owes it. */
  insurance: (currency: Currency): string => `H:INSURANCE:${currency}`,
  /** What new shares and placings were paid, until their issuer has it. */
  issue: (kind: 'ipo' | 'placing', offeringId: string): string => `H:${kind === 'ipo' ? 'IPO' : 'PLACING'}:${offeringId}`,
  /** A fund's money at what its units cost, and the units it has given out. */
  fundPool: (fundId: string): string => `H:FUNDPOOL:${fundId}`,
  /** An agency's money at what its units cost, and the units it has given out. */
  mandatePool: (agencyId: string): string => `H:MANDPOOL:${agencyId}`,
  /** What agencies were given of customers' gains. */
  profitShare: (currency: Currency): string => `H:PROFITSHARE:${currency}`,
  /** Money that is lent, and the interest and the penalties of it. */
  loanBook: (currency: Currency): string => `H:LOANBOOK:${currency}`,
  interest: (currency: Currency): string => `H:INTINC:${currency}`,
  penalty: (currency: Currency): string => `H:PENINC:${currency}`,
} as const

export const isCustomerAccount = (account: string): boolean => account.startsWith('U:')

/** The meaning of a customer's account name: a part of a wallet, a margin, securities, units, a robot's money, or a debt. */
export type CustomerAccount =
  | Readonly<{ kind: 'wallet'; wallet: WalletType; part: WalletPart }>
  | Readonly<{ kind: 'margin'; wallet: WalletType; positionId: string }>
  | Readonly<{ kind: 'security'; part: SecurityPart; instrumentId: string }>
  | Readonly<{ kind: 'fund'; orderId: string }>
  | Readonly<{ kind: 'mandate'; mandateId: string }>
  | Readonly<{ kind: 'robot'; slotId: string }>
  | Readonly<{ kind: 'loan'; loanId: string }>

const walletParts: readonly WalletPart[] = ['CASH', 'HOLD']
/** The parts of wallets by name. Nearly every line moves one of them: looking its name up costs less than taking it apart. */
const partsOfWallets: ReadonlyMap<string, CustomerAccount & Readonly<{ kind: 'wallet' }>> = new Map(
  walletTypes.flatMap((wallet) => walletParts.map((part) => [walletAccount(wallet, part), { kind: 'wallet', wallet, part }] as const)),
)

/** The part of a wallet with this name; null for any other account. */
export const partOfWallet = (account: string): WalletPart | null => partsOfWallets.get(account)?.part ?? null

export function readCustomerAccount(account: string): CustomerAccount {
  const known = partsOfWallets.get(account)
  if (known !== undefined) return known
  const [, first = '', ...rest] = account.split(':')
  if (first === 'SEC' || first === 'SECHOLD' || first === 'SECLOCK') return { kind: 'security', part: first, instrumentId: rest.join(':') }
  if (first === 'ROBOT') return { kind: 'robot', slotId: rest.join(':') }
  if (first === 'FUND') return { kind: 'fund', orderId: rest.join(':') }
  if (first === 'MANDATE') return { kind: 'mandate', mandateId: rest.join(':') }
  if (first === 'LOAN') return { kind: 'loan', loanId: rest.join(':') }
  if (rest[0] === 'MARGIN') return { kind: 'margin', wallet: first as WalletType, positionId: rest[1] ?? '' }
  return { kind: 'wallet', wallet: first as WalletType, part: rest[0] as WalletPart }
}
