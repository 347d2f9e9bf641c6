import { expect, it } from 'vitest'
import { codeOf, refusalNames } from './refusals.ts'

/**
 * Every code has one meaning, except where the rule book gives two refusals one code (`docs/rules/api.md` 0.3,
 * `docs/rules/accounts.md` A.1).
 */
it('every refusal has a code of its own', () => {
  const shared = [...Map.groupBy(refusalNames, codeOf)].filter(([, names]) => names.length > 1)
  expect(shared).toEqual([
    [1003, ['rate.limited', 'kyc.too_often']],
    [2014, ['document.invalid', 'document.expired']],
    [3013, ['order.not_cancellable', 'subscription.not_cancellable']],
    [3016, ['permission.required', 'block.not_permitted']],
    [4012, ['deposit.channel_disabled', 'withdrawal.rail_closed']],
    [5001, ['watchlist.full', 'subscription.above_maximum']],
    [5003, ['placing.not_eligible', 'mandate.closed', 'permission.not_eligible']],
    [5000, ['subscription.closed', 'fund.cut_off', 'mandate.cut_off']],
    [5002, ['subscription.exists', 'permission.applied']],
    [5005, ['amount.out_of_range', 'mandate.range', 'mandate.step']],
    [5004, ['fund.capacity', 'mandate.capacity']],
    [5009, ['fund.not_cancellable', 'mandate.not_cancellable']],
  ])
})
