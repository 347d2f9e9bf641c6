import { describe, expect, it } from 'vitest'
import { SCALE, scaled } from '../decimal.ts'
import { subscribe } from '../funds/subscribe.ts'
import { type AccountState, foresee, walletOf } from '../ledger/account-state.ts'
import { requestRepayment } from '../loans/repay.ts'
import { reviewLoan } from '../loans/review.ts'
import type { Result } from '../result.ts'
import { robots } from '../robots/catalogue.ts'
import { type RentRequest, rentRobot } from '../robots/rent.ts'
import { applyFor } from '../subscriptions/apply.ts'
import { LOAN, LoanAccount } from '../testing/loans.ts'
import { passSuitability } from '../testing/suitability.ts'
import { ARDV, NOW, TODAY, accountStateWith } from '../testing/us.ts'
import { HOUR_MS } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Decided, bringFirst } from './bring.ts'

/** Whatever a product takes comes from other wallets the same way (`docs/rules/transfers.md` P.18): J20 for what is missing, then its own journals. */
type Product = Readonly<{ wallet: WalletType; state: () => AccountState; decide: (state: AccountState) => Result<Decided> }>

/** 1,000.00 in STOCK and as much in US_WALLET, and the questions answered. */
function newcomer(): AccountState {
  const state = accountStateWith(100_000n)
  passSuitability(state, NOW)
  return state
}

const fund = { id: 'fund', number: 'F', fundId: 'us-index', amount: 150_000n, dealDate: TODAY, room: 1_000_000n, valueDate: TODAY } as const
const offering = (kind: 'ipo' | 'placing') => ({
  ...{ kind, id: kind, instrumentId: ARDV.id, name: 'ARDV', price: scaled('10.00'), lotSize: 10n * SCALE, maxQuantity: 1_000n * SCALE },
  ...{ opensAt: NOW, closesAt: NOW + HOUR_MS },
})
const applying = (kind: 'ipo' | 'placing') => (state: AccountState) =>
  applyFor(state, { id: 'application', number: 'N', offering: offering(kind), quantity: 150n * SCALE, valueDate: TODAY }, NOW)
const rental: RentRequest = {
  ...{ id: 'rental', slotIds: ['slot'], number: 'R', robotId: 'smaCross', instrumentIds: [ARDV.id], capital: 149_010n },
  ...{ maxDailyLoss: 300n, maxDrawdown: 1_000n, sellsAtLimit: false, handsOver: false },
}
const rent = {
  ...{ rent: 990n, hash: robots.smaCross.hash, identityMissing: false, tradable: [ARDV.id], today: TODAY },
  ...{ lastClosed: null, valueDate: TODAY },
}
const repayment = {
  id: 'repayment',
  loanId: LOAN,
  amount: 150_000n,
  wallet: 'STOCK',
  today: TODAY,
  reviewAt: NOW,
  valueDate: TODAY,
} as const

/** A loan of 5,000.00 that is paid out, with 500.00 of it in STOCK. */
function borrower(): AccountState {
  const account = new LoanAccount()
  account.apply()
  account.book(reviewLoan(account.state, { loanId: LOAN, about: account.about(), reviewedAt: NOW, today: TODAY, valueDate: TODAY }, NOW))
  account.state.wallets.set('STOCK', { ...walletOf(account.state, 'STOCK'), cash: 50_000n })
  account.state.wallets.set('US_WALLET', { ...walletOf(account.state, 'US_WALLET'), cash: 100_000n })
  return account.state
}

const products: Readonly<Record<string, Product & Readonly<{ journals: readonly string[] }>>> = {
  'a subscription to a fund': {
    ...{ wallet: 'US_WALLET', state: newcomer, decide: (state) => subscribe(state, fund, NOW) },
    journals: ['J20 U:STOCK:CASH -50000, U:US_WALLET:CASH 50000', 'J60 U:US_WALLET:CASH -150000, U:US_WALLET:HOLD 150000'],
  },
  'an application for new shares': {
    ...{ wallet: 'SUBSCRIPTION', state: newcomer, decide: applying('ipo') },
    journals: [
      'J20 U:US_WALLET:CASH -100000, U:SUBSCRIPTION:CASH 100000',
      'J20 U:STOCK:CASH -50000, U:SUBSCRIPTION:CASH 50000',
      'J50 U:SUBSCRIPTION:CASH -150000, U:SUBSCRIPTION:HOLD 150000',
    ],
  },
  'an application for a placing': {
    ...{ wallet: 'SUBSCRIPTION', state: newcomer, decide: applying('placing') },
    journals: [
      'J20 U:US_WALLET:CASH -100000, U:SUBSCRIPTION:CASH 100000',
      'J20 U:STOCK:CASH -50000, U:SUBSCRIPTION:CASH 50000',
      'J50 U:SUBSCRIPTION:CASH -150000, U:SUBSCRIPTION:HOLD 150000',
    ],
  },
  'a robot with its rent': {
    ...{ wallet: 'FOLLOW', state: newcomer, decide: (state) => rentRobot(state, rental, rent, NOW) },
    journals: [
      'J20 U:US_WALLET:CASH -100000, U:FOLLOW:CASH 100000',
      'J20 U:STOCK:CASH -50000, U:FOLLOW:CASH 50000',
      'J85 U:FOLLOW:CASH -990, H:RENT:USD 990',
      'J86 U:FOLLOW:CASH -149010, U:ROBOT:slot 149010',
    ],
  },
  'a repayment of a loan': {
    ...{ wallet: 'STOCK', state: borrower, decide: (state) => requestRepayment(state, repayment, NOW) },
    journals: ['J20 U:US_WALLET:CASH -100000, U:STOCK:CASH 100000', 'J72a U:STOCK:CASH -150000, U:STOCK:HOLD 150000'],
  },
}

const others = ['US_WALLET', 'STOCK', 'SUBSCRIPTION', 'FOLLOW'] as const
const sourcesTo = (wallet: WalletType, most: bigint) =>
  others.filter((from) => from !== wallet).map((from) => ({ from, most, id: `transfer of ${from}`, number: from }))

describe.each(Object.entries(products))('%s', (_, { wallet, state: open, decide, journals }) => {
  const bring = (state: AccountState, most: bigint) =>
    bringFirst(state, { to: wallet, sources: sourcesTo(wallet, most), valueDate: TODAY }, decide, NOW)

  it('takes exactly what is missing, in one decision with its own entries', () => {
    const state = open()
    const decided = bring(state, 100_000n)
    if (!decided.ok) throw new Error(decided.refusal)
    const { outcome } = decided.value
    expect(
      outcome.entries.map(({ journal, lines }) => `${journal} ${lines.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`),
    ).toEqual(journals)
    expect(walletOf(foresee(state, outcome), wallet).cash).toBe(0n)
  })

  it('is refused whole for a cent too little, and the refusal names what all of them lack', () => {
    const state = open()
    state.wallets.set('STOCK', { ...walletOf(state, 'STOCK'), cash: 49_999n })
    expect(bring(state, 100_000n)).toMatchObject({
      ...{ ok: false, refusal: 'wallet.insufficient' },
      facts: { available: '1499.99', missing: '0.01' },
    })
    expect(bring(state, 1n)).toMatchObject({ ok: false, refusal: 'wallet.insufficient' })
  })
})
