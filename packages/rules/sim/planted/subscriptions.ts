import { addDays } from '../../src/calendar-date.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

/** Bugs of applications for offered shares, and of their delivery. */
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
  'shares of a placing come without a lock': {
    ...realRules,
    deliverShares: (state, delivering, now) => realRules.deliverShares(state, { ...delivering, unlocksOn: null }, now),
  },
  'a lock ends a day early': {
    ...realRules,
    endLock: (state, { lockId, today }, now) => realRules.endLock(state, { lockId, today: addDays(today, 1) }, now),
  },
  'a withdrawn offering keeps what was paid': {
    ...realRules,
    withdrawApplication: (state, withdrawing, now) =>
      withdrawing.paidIn === null ? realRules.withdrawApplication(state, withdrawing, now) : null,
  },
}
