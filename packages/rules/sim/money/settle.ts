import { tradedTermsOf } from '../../src/instruments/terms.ts'
import { walletOf } from '../../src/ledger/account-state.ts'
import { type ShareMarketName, shareMarkets } from '../../src/markets/markets.ts'
import { ok } from '../../src/result.ts'
import { settlingOn } from '../brokerage/account.ts'
import { VENUE } from '../brokerage/brokerage.ts'
import { settleInModel } from '../model/shares.ts'
import { type Step, dateOf } from '../world/world.ts'

/** The settlement job of a market: everything due up to its date, sometimes after days without it, and sometimes twice. */
export function settleTrades(step: Step): void {
  const { world, rng, model } = step
  const market = rng.pick(shareMarkets)
  const { wallet } = tradedTermsOf(market)
  const date = dateOf(world, market)
  const due = dueDates(step, market, date)
  if (due.length > 1) world.seen.add('settled after days without')
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) for (const each of due) settleDate(step, market, each)
  const last = due.at(-1)
  if (last === undefined) return
  settleInModel(model, wallet, last)
  world.seen.add(`settled in ${market}`)
}

/** The dates that have not settled; a settled date is looked at again when the job runs twice. */
function dueDates({ account }: Step, market: ShareMarketName, date: string): readonly string[] {
  const settled = account.state.wallets.get(tradedTermsOf(market).wallet)?.settledThrough ?? ''
  const due: string[] = []
  for (const key of account.settling.keys()) {
    const [of, on = ''] = key.split(' ')
    if (of === market && on <= date && on > settled) due.push(on)
  }
  return due.toSorted()
}

function settleDate({ world, account, accountId, now }: Step, market: ShareMarketName, date: string): void {
  const { wallet, feeTable } = tradedTermsOf(market)
  const settled = world.brokerage.decide(accountId, now, (state) => {
    const { settledThrough } = walletOf(state, wallet)
    if (settledThrough !== null && settledThrough >= date) return ok({ entries: [] })
    const fills = account.settling.get(settlingOn(market, date)) ?? []
    return ok(world.brokerage.rules.settleTrades({ accountId, market, venue: VENUE, currency: feeTable.currency, wallet, date, fills }))
  })
  if (!settled.ok) throw new Error('the settlement job failed')
}
