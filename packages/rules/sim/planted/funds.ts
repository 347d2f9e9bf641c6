import type { FundOrder } from '../../src/funds/fund-order.ts'
import { fundOrderKind } from '../../src/funds/records.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { holding } from './replaced.ts'

/** Bugs of funds. */
export const plantedInFunds: Planted = {
  'a subscription is dealt before its strike': {
    ...realRules,
    confirmFund: (state, dealing, now) =>
      realRules.confirmFund(
        withFunds(state, (order) => ({ ...order, dealDate: '2000-01-01' })),
        dealing,
        now,
      ),
  },
  'a subscription finds room that there is not': {
    ...realRules,
    confirmFund: (state, dealing, now) => realRules.confirmFund(state, { ...dealing, room: 10n ** 15n }, now),
  },
  'units are bought at a value that is not the strike’s': {
    ...realRules,
    confirmFund: (state, dealing, now) =>
      realRules.confirmFund(state, { ...dealing, strike: { ...dealing.strike, nav: dealing.strike.nav - 10_000n } }, now),
  },
  'leaving early costs nothing': {
    ...realRules,
    strikeFund: (state, striking, now) =>
      realRules.strikeFund(
        withFunds(state, (order) => ({
          ...order,
          redemption: order.redemption === null ? null : { ...order.redemption, isEarly: false },
        })),
        striking,
        now,
      ),
  },
  'locked units are given back without a word': {
    ...realRules,
    redeemFund: (state, asked, now) => realRules.redeemFund(state, { ...asked, takesEarlyFee: true }, now),
  },
  'a redemption is paid before its day': {
    ...realRules,
    payFund: (state, paying, now) => realRules.payFund(state, { ...paying, today: '2999-01-01' }, now),
  },
  'a request is taken back after its cut-off': {
    ...realRules,
    takeFundBack: (state, asked, now) => realRules.takeFundBack(state, { ...asked, cutOffOf: () => now + 1 }, now),
  },
  'a frozen account buys units': {
    ...realRules,
    subscribeFund: (state, asked, now) => realRules.subscribeFund({ ...state, frozen: false }, asked, now),
  },
}

const withFunds = (state: AccountState, change: (order: FundOrder) => FundOrder): AccountState =>
  holding(state, fundOrderKind, new Map([...fundOrderKind.of(state)].map(([id, order]) => [id, change(order)])))
