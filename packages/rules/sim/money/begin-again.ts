import { walletTypes } from '../../src/wallets/wallet.ts'
import { DAY_MS } from '../../src/time.ts'
import type { ModelAccount } from '../model/account.ts'
import { mayGo } from '../model/standing.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, type World, dateOf } from '../world/world.ts'

const GRANT = 10_000_000n
const WEEK_MS = 7 * DAY_MS

/** A customer begins again with practice money: rather one who can, and now and then one with something under way. */
export function beginAgainWithPracticeMoney({ world, rng, now }: Step): void {
  const staying = [...world.models].filter(([, { standing }]) => !standing.closed)
  const free = staying.filter(([, model]) => mayGo(model))
  const among = free.length > 0 && rng.percent(80) ? free : staying
  if (among.length === 0) return
  begin(world, rng.pick(among), now)
}

function begin(world: World, [accountId, model]: readonly [string, ModelAccount], now: number): void {
  const { state } = world.brokerage.account(accountId)
  const { begun } = model.standing
  const given = {
    ...{ sequence: state.sequence, isFree: mayGo(model), count: begun.length, lastAt: begun.at(-1) ?? null },
    ...{ grant: GRANT, valueDate: dateOf(world, 'US') },
  }
  const decided = world.brokerage.decide(accountId, now, (before) => world.brokerage.rules.beginAgain(before, given, now))
  expectAnswer(decided, refusalOf(model, now), `beginning again of ${accountId}`)
  if (!decided.ok) return void world.seen.add(`beginning refused: ${decided.refusal}`)
  begun.push(now)
  for (const wallet of walletTypes) model.cash.set(wallet, 0n)
  model.cash.set('US_WALLET', GRANT / 2n)
  model.cash.set('STOCK', GRANT / 2n)
  world.seen.add('began again')
}

function refusalOf(model: ModelAccount, now: number): string | null {
  const last = model.standing.begun.at(-1)
  if (last !== undefined && now < last + WEEK_MS) return 'practice.too_soon'
  if (model.frozen) return 'account.frozen'
  return mayGo(model) ? null : 'account.in_use'
}
