import type { Mandate } from '../../src/follow/mandate.ts'
import { mandateKind } from '../../src/follow/records.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import { suitabilityKind } from '../../src/suitability/records.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { holding } from './replaced.ts'

/** Bugs of mandates. */
export const plantedInFollow: Planted = {
  'a mandate begins before its strike': {
    ...realRules,
    confirmMandate: (state, confirming, now) =>
      realRules.confirmMandate(
        withMandates(state, (mandate) => ({ ...mandate, dealDate: '2000-01-01' })),
        confirming,
        now,
      ),
  },
  'a mandate finds room that there is not': {
    ...realRules,
    confirmMandate: (state, confirming, now) => realRules.confirmMandate(state, { ...confirming, room: 10n ** 15n }, now),
  },
  'a mandate begins at a value that is not the strike’s': {
    ...realRules,
    confirmMandate: (state, confirming, now) =>
      realRules.confirmMandate(state, { ...confirming, strike: { ...confirming.strike, nav: confirming.strike.nav - 10_000n } }, now),
  },
  'ending early costs nothing': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) =>
          mandate.ending !== null && mandate.ending.dealDate <= striking.strike.date
            ? { ...mandate, expiresOn: '2000-01-01', renews: false }
            : mandate,
        ),
        striking,
        now,
      ),
  },
  'a gain is shared twice': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) => ({ ...mandate, highWater: mandate.amount })),
        striking,
        now,
      ),
  },
  'a loss lowers the high-water mark': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) => ({ ...mandate, highWater: (mandate.amount * 9n) / 10n })),
        striking,
        now,
      ),
  },
  'a loss limit is never met': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) => ({ ...mandate, limit: null })),
        striking,
        now,
      ),
  },
  'a loss limit is met by prices that are known': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) => ({ ...mandate, limit: mandate.limit === null ? null : { ...mandate.limit, from: '2000-01-01' } })),
        striking,
        now,
      ),
  },
  'an agency’s end pays nobody out': {
    ...realRules,
    strikeMandate: (state, striking, now) => realRules.strikeMandate(state, { ...striking, over: null }, now),
  },
  'a term is renewed that nobody asked for': {
    ...realRules,
    strikeMandate: (state, striking, now) =>
      realRules.strikeMandate(
        withMandates(state, (mandate) => ({ ...mandate, renews: true })),
        striking,
        now,
      ),
  },
  'an end is taken at the value of the term': {
    ...realRules,
    endMandate: (state, asked, now) => realRules.endMandate(state, { ...asked, settlesOn: () => '2999-01-01' }, now),
  },
  'an end costs more than was agreed to': {
    ...realRules,
    endMandate: (state, asked, now) => realRules.endMandate(state, { ...asked, takesExitFee: true }, now),
  },
  'a mandate is taken back after its cut-off': {
    ...realRules,
    takeMandateBack: (state, asked, now) => realRules.takeMandateBack(state, { ...asked, cutOffOf: () => now + 1 }, now),
  },
  'a frozen account follows': {
    ...realRules,
    placeMandate: (state, asked, now) => realRules.placeMandate({ ...state, frozen: false }, asked, now),
  },
  'an agency that is paused is followed': {
    ...realRules,
    placeMandate: (state, asked, now) => realRules.placeMandate(state, { ...asked, takesOrders: true }, now),
  },
  'a mandate needs no questions': {
    ...realRules,
    placeMandate: (state, asked, now) => {
      const passed = {
        ...{ id: 'planted', accountId: state.accountId, status: 'passed', pool: 1, questions: [], answers: [], right: 8 },
        ...{ begunAt: now, handedInAt: now, validUntil: now + 1 },
      } as never
      return realRules.placeMandate(holding(state, suitabilityKind, new Map([['planted', passed]])), asked, now)
    },
  },
}

const withMandates = (state: AccountState, change: (mandate: Mandate) => Mandate): AccountState =>
  holding(state, mandateKind, new Map([...mandateKind.of(state)].map(([id, mandate]) => [id, change(mandate)])))
