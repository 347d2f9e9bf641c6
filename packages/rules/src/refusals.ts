/**
 * The catalogue of refusals: every way the house says no, with its wire code (`domain.md` 0.3).
 * A refusal has a text in all eight languages under `text/<language>/refusals.json`.
 */
export const refusals = {
  'session.missing': 401,
  'session.revoked': 403,
  'parameter.invalid': 1000,
  'parameter.missing': 1001,
  'object.not_found': 1002,
  'rate.limited': 1003,
  'idempotency.key_reused': 1004,
  'idempotency.still_running': 1005,
  'feature.disabled': 1006,
  'maintenance': 1007,
  'login.failed': 2000,
  'login.locked': 2001,
  'account.taken': 2002,
  'code.wrong': 2003,
  'code.too_often': 2004,
  'invite.invalid': 2005,
  'password.format': 2006,
  'password.old_wrong': 2007,
  'kyc.required': 2011,
  'account.frozen': 2018,
  'instrument.unknown': 3000,
  'market.closed': 3001,
  'instrument.halted': 3002,
  'instrument.quote_only': 3003,
  'quantity.below_minimum': 3004,
  'quantity.step': 3005,
  'price.tick': 3006,
  'price.outside_band': 3007,
  'order.type_unsupported': 3008,
  'wallet.insufficient': 3009,
  'position.insufficient': 3010,
  'position.locked': 3011,
  'order.leverage': 3012,
  'order.not_cancellable': 3013,
  'order.no_liquidity': 3014,
  'order.risk_limit': 3015,
  'order.self_trade': 3017,
  'position.not_open': 3019,
  'margin.amount': 3020,
  'instrument.close_only': 3021,
  'alert.full': 3030,
  'alert.already_met': 3031,
  'wallet.unknown': 4000,
  'wallet.same': 4001,
  'exchange.quote_expired': 4002,
  'transfer.not_cancellable': 4003,
  'funds.unsettled': 4025,
  'watchlist.full': 5001,
  'amount.out_of_range': 5005,
  'internal': 9000,
  'adapter.unavailable': 9001,
  'quote.stale': 9002,
} as const

export type RefusalName = keyof typeof refusals
export type RefusalCode = (typeof refusals)[RefusalName]

export const refusalNames = Object.keys(refusals) as RefusalName[]
export const codeOf = (refusal: RefusalName): RefusalCode => refusals[refusal]
