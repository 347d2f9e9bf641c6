import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

/** Bugs of beginning again with practice money. */
export const plantedInPractice: Planted = {
  'an account begins again with an order or a position under way': {
    ...realRules,
    beginAgain: (state, given, now) =>
      realRules.beginAgain({ ...state, openOrders: 0, wallets: withoutHolds(state.wallets) }, { ...given, isFree: true }, now),
  },
  'an account begins again whenever it likes': {
    ...realRules,
    beginAgain: (state, given, now) => realRules.beginAgain(state, { ...given, lastAt: null }, now),
  },
  'the money of other currencies is kept': {
    ...realRules,
    beginAgain: (state, given, now) => {
      const dollars = new Map([...state.wallets].filter(([, { currency }]) => currency === 'USD'))
      return realRules.beginAgain({ ...state, wallets: dollars }, given, now)
    },
  },
}

type Wallets = Parameters<typeof realRules.beginAgain>[0]['wallets']
const withoutHolds = (wallets: Wallets): Wallets =>
  new Map([...wallets].map(([type, wallet]) => [type, { ...wallet, hold: 0n, margin: 0n }]))
