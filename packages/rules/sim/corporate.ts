import { type Dividend, type Split, actionId, payDateOf } from '../src/corporate/action.ts'
import type { Chance } from './chance.ts'
import { entitleModel, payModel, splitModel } from './corporate-model.ts'
import { type House, instruments } from './house.ts'
import { type ModelAccount, endModel } from './model.ts'

/** Dividends and splits: recorded late and twice, paid on their day and again after a restart, fractions in cash. */
type Step = Readonly<{
  world: Readonly<{ house: House; seen: Set<string> }>
  chance: Chance
  accountId: string
  model: ModelAccount
  date: string
  now: number
}>

const UNIT = 10_000n
const RATIOS = [
  [2n, 1n],
  [3n, 2n],
  [7n, 1n],
  [1n, 10n],
  [2n, 3n],
] as const
const LARGEST_DIVIDEND = 9_000n

/** The same for everybody: a number that depends on the instrument and the date alone. */
const drawnFor = (instrumentId: string, date: string): bigint =>
  [...`${instrumentId} ${date}`].reduce((sum, letter) => (sum * 31n + BigInt(letter.codePointAt(0) ?? 0)) % 1_000_003n, 7n)

/** The ex-date of a dividend; the job may come late, after the customer has traded. */
export function recordDividend({ world, chance, accountId, model, date }: Step): void {
  const { id: instrumentId } = chance.pick(instruments)
  if (world.house.account(accountId).splits.some((split) => split.instrumentId === instrumentId && split.exDate === date)) return
  const amount = 1n + (drawnFor(instrumentId, date) % LARGEST_DIVIDEND)
  const dividend: Dividend = { kind: 'dividend', instrumentId, exDate: date, payDate: payDateOf(date), amount: amount * UNIT }
  for (let times = chance.percent(30) ? 2 : 1; times > 0; times -= 1) world.house.entitle(accountId, dividend)
  entitleModel(model, { id: actionId(dividend), instrumentId, amount, payDate: dividend.payDate })
  const isTraded = world.house.account(accountId).fills.some((fill) => fill.instrumentId === instrumentId && fill.tradeDate === date)
  if (isTraded && model.corporate.dividends.has(actionId(dividend))) world.seen.add('dividend recorded after a trade on the ex-date')
}

/** The pay date: everything due is paid, and the job runs once more as after a restart. */
export function payDividends({ world, chance, accountId, model, date, now }: Step): void {
  for (const [id, dividend] of model.corporate.dividends) {
    if (dividend.payDate > date) continue
    for (let times = chance.percent(30) ? 2 : 1; times > 0; times -= 1) {
      const paid = world.house.payDividend(accountId, id, now)
      if (!paid.ok) throw new Error(`a dividend was not paid: ${paid.refusal}`)
    }
    payModel(model, dividend)
    world.seen.add('dividend paid')
  }
}

/** A split comes before the first trade of its date. */
export function splitShares({ world, chance, accountId, model, date, now }: Step): void {
  const { id: instrumentId } = chance.pick(instruments)
  const account = world.house.account(accountId)
  if (account.fills.some((fill) => fill.instrumentId === instrumentId && fill.tradeDate === date)) return
  if (account.splits.some((split) => split.instrumentId === instrumentId && split.exDate === date)) return
  const drawn = drawnFor(instrumentId, date)
  const [newShares, oldShares] = RATIOS[Number(drawn % BigInt(RATIOS.length))] ?? [2n, 1n]
  const priorClose = 4_000n + drawn
  const split: Split = { kind: 'split', instrumentId, exDate: date, newShares, oldShares }
  const working = [...model.orders.values()].filter((order) => order.open && order.instrumentId === instrumentId)
  for (let times = chance.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const booked = world.house.split(accountId, split, priorClose * UNIT, now)
    if (!booked.ok) throw new Error(`a split was not booked: ${booked.refusal}`)
  }
  for (const order of working) endModel(model, order)
  const held = (model.shares.get(instrumentId) ?? 0n) > 0n
  if (splitModel(model, { instrumentId, newShares, oldShares, priorClose })) world.seen.add('fraction of a split paid in cash')
  if (held) world.seen.add('shares split')
  if (held && working.length > 0) world.seen.add('orders ended by a split')
  if (held && model.shares.get(instrumentId) === 0n) world.seen.add('position ended by a split')
}
