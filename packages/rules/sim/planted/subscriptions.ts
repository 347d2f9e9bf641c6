import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

/** Bugs of applications for new shares. */
export const plantedInSubscriptions: Planted = {
  'an application is taken after the window': {
    ...realRules,
    applyForShares: (state, asked, now) =>
      realRules.applyForShares(state, { ...asked, offering: { ...asked.offering, closesAt: now + 1, opensAt: now - 1 } }, now),
  },
  'a customer asks for more than one may': {
    ...realRules,
    applyForShares: (state, asked, now) =>
      realRules.applyForShares(state, { ...asked, offering: { ...asked.offering, maxQuantity: 10n ** 18n } }, now),
  },
  'one customer applies twice': {
    ...realRules,
    applyForShares: (state, asked, now) => realRules.applyForShares({ ...state, records: new Map() }, asked, now),
  },
  'a frozen account applies': {
    ...realRules,
    applyForShares: (state, asked, now) => realRules.applyForShares({ ...state, frozen: false }, asked, now),
  },
  'an application is taken back after the close': {
    ...realRules,
    cancelApplication: (state, asked, now) => realRules.cancelApplication(state, { ...asked, closesAt: now + 1 }, now),
  },
  'the draw pays for one lot less than it gives': {
    ...realRules,
    settleApplication: (state, settling, now) => {
      const less = settling.allotted - 10_000_000_000n
      return realRules.settleApplication(state, { ...settling, allotted: less < 0n ? settling.allotted : less }, now)
    },
  },
  'a withdrawn offering keeps what was paid': {
    ...realRules,
    withdrawApplication: (state, withdrawing, now) =>
      withdrawing.paidIn === null ? realRules.withdrawApplication(state, withdrawing, now) : null,
  },
}
