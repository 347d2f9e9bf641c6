import { addDays, dayNumber } from '../../src/calendar-date.ts'
import { type FundId, funds } from '../../src/funds/fund.ts'
import type { Outcome } from '../../src/ledger/account-state.ts'
import { ok } from '../../src/result.ts'
import { HOUR_MS } from '../../src/time.ts'
import { addCash, cashIn } from '../model/account.ts'
import { type ModelFund, modelFee, modelProceeds, modelUnits, modelWorth } from '../model/funds.ts'
import { bringTo } from '../orders/bring.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, dateOf, remember } from '../world/world.ts'

/** Units of funds: asked for, dealt at their strike and not before, given back in parts, early, at their term, and taken back in time. */
const offered: readonly FundId[] = ['cash-usd', 'us-index', 'gold']
const WALLET = 'US_WALLET'
const NAV_UNIT = 10_000n

/** The value of a unit on a date, in ten-thousandths: it wanders between 0.8 and 1.2. */
const navOn = (fundId: FundId, date: string): bigint => 8_000n + BigInt((dayNumber(date) * 137 + fundId.length * 911) % 4_001)
const strikeOn = (fundId: FundId, date: string) => ({ date, nav: navOn(fundId, date) * NAV_UNIT, fees: 0n })

export function buyUnits(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const fundId = rng.pick(offered)
  const free = cashIn(model, WALLET)
  const amount = rng.pick([999n, 1_000n, free, free + 1n, free / 3n, BigInt(1_000 + rng.below(500_000)), funds[fundId].max + 1n])
  const room = rng.percent(10) ? amount - 1n : 1_000_000_000n
  const today = dateOf(world, 'US')
  const asked = { id: `f-${number}`, number: `F-${number}`, fundId, amount, dealDate: today, room, valueDate: today }
  const key = `key-${number}`
  const bring = bringTo(step, { wallet: WALLET, takes: amount })
  const send = (id: string) =>
    world.brokerage.request(accountId, key, now, (state) =>
      bring.decide(state, id, (at) => world.brokerage.rules.subscribeFund(at, { ...asked, id }, now)),
    )
  const answer = send(asked.id)
  expectAnswer(answer, subscriptionAnswer(step, fundId, { amount, room }), `${amount} for ${fundId}`)
  if (!answer.ok) {
    bring.refused()
    return void world.seen.add(`fund refused: ${answer.refusal}`)
  }
  bring.booked('a fund')
  addCash(model, WALLET, -amount)
  model.funds.set(asked.id, {
    ...{ fundId, amount, fee: modelFee(fundId, amount), dealDate: today, state: 'confirming', units: 0n, redeeming: 0n },
    ...{ redeemDate: '', coming: 0n, paid: 0n, expiresOn: null },
  })
  remember(step, { key, answer, again: () => send(`${asked.id}-again`) })
  world.seen.add('fund asked for')
}

function subscriptionAnswer({ model }: Step, fundId: FundId, { amount, room }: Readonly<{ amount: bigint; room: bigint }>): string | null {
  if (model.frozen) return 'account.frozen'
  if (amount < funds[fundId].min) return 'amount.out_of_range'
  if (amount > funds[fundId].max) return 'fund.above_maximum'
  if (amount > room) return 'fund.capacity'
  return amount > cashIn(model, WALLET) ? 'wallet.insufficient' : null
}

const RECENT = 6
function pickFund({ rng, model }: Step): readonly [string, ModelFund] | null {
  const open = [...model.funds].filter(([, { state }]) => !['redeemed', 'cancelled', 'rejected'].includes(state))
  const among = open.length > 0 && rng.percent(85) ? open : [...model.funds].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/** The job deals at a strike: too early, on the day, later, sometimes twice, sometimes without room, sometimes after the term. */
export function strikeFund(step: Step): void {
  const { world, rng, account, accountId, now } = step
  const picked = pickFund(step)
  if (picked === null) return
  const [orderId, fund] = picked
  const due =
    fund.state === 'confirming' ? fund.dealDate : fund.state === 'redeeming' ? fund.redeemDate : (fund.expiresOn ?? dateOf(world, 'US'))
  const date = addDays(due, rng.pick([-1, 0, 0, 1, 3]))
  const room = rng.percent(10) ? fund.amount - 1n : 1_000_000_000n
  const strike = strikeOn(fund.fundId, date)
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const before = account.entries.length
    decide(step, (state) => {
      const dealt =
        world.brokerage.rules.confirmFund(state, { orderId, strike, room, valueDate: date }, now) ??
        world.brokerage.rules.strikeFund(state, { orderId, strike, paysOn: addDays(date, 1) }, now)
      return dealt?.outcome ?? { entries: [] }
    })
    const isBooked = dealInModel(step, fund, { date, room })
    if (account.entries.length !== before + (isBooked ? 1 : 0)) throw new Error(`a strike of ${accountId} was not booked exactly once`)
  }
}

function dealInModel({ world, model }: Step, fund: ModelFund, { date, room }: Readonly<{ date: string; room: bigint }>): boolean {
  const nav = navOn(fund.fundId, date)
  if (fund.state === 'confirming' && fund.dealDate <= date) {
    if (fund.amount > room) {
      fund.state = 'rejected'
      addCash(model, WALLET, fund.amount)
      world.seen.add('fund without room')
      return true
    }
    fund.state = 'holding'
    fund.units = modelUnits(fund.amount - fund.fee, nav)
    const { termDays } = funds[fund.fundId]
    fund.expiresOn = termDays === null ? null : addDays(date, termDays)
    world.seen.add('fund bought')
    return true
  }
  if (fund.state === 'holding' && fund.expiresOn !== null && fund.expiresOn <= date) {
    Object.assign(fund, { state: 'struck', redeeming: fund.units, redeemDate: addDays(date, 1), coming: modelWorth(fund.units, nav) })
    world.seen.add('fund at its term')
  } else if (fund.state === 'redeeming' && fund.redeemDate <= date) {
    const isEarly = fund.expiresOn !== null
    fund.coming = modelProceeds(modelWorth(fund.redeeming, nav), isEarly)
    Object.assign(fund, { state: 'struck', redeemDate: addDays(date, 1) })
    world.seen.add(isEarly ? 'fund left early' : 'redemption struck')
  }
  return false
}

const decide = (
  { world, accountId, now }: Step,
  decider: (state: Parameters<typeof world.brokerage.rules.confirmFund>[0]) => Outcome,
): void => {
  const decided = world.brokerage.decide(accountId, now, (state) => ok(decider(state)))
  if (!decided.ok) throw new Error(`a job of the funds was refused: ${decided.refusal}`)
}

export function redeemUnits(step: Step): void {
  const { world, rng, accountId, now } = step
  const picked = pickFund(step)
  if (picked === null) return
  const [orderId, fund] = picked
  const units = rng.pick([fund.units, fund.units, fund.units / 3n, fund.units + 1n, 1n])
  if (units <= 0n) return
  const takesEarlyFee = rng.percent(60)
  const dealDate = rng.percent(80) || fund.expiresOn === null ? dateOf(world, 'US') : fund.expiresOn
  const asked = { orderId, units: units * NAV_UNIT, takesEarlyFee, dealDate }
  const redeemed = world.brokerage.decide(accountId, now, (state) => {
    const answer = world.brokerage.rules.redeemFund(state, asked, now)
    return answer.ok ? ok(answer.value.outcome) : answer
  })
  const isOver = fund.expiresOn !== null && dealDate >= fund.expiresOn
  const isEarly = fund.expiresOn !== null
  const expected =
    fund.state !== 'holding' || isOver
      ? 'fund.not_held'
      : units > fund.units
        ? 'position.insufficient'
        : isEarly && !takesEarlyFee
          ? 'fund.locked'
          : null
  expectAnswer(redeemed, expected, `redeeming ${units} of ${fund.fundId}`)
  if (!redeemed.ok) return void world.seen.add(`redemption refused: ${redeemed.refusal}`)
  Object.assign(fund, { state: 'redeeming', redeeming: units, redeemDate: dealDate })
  world.seen.add(units < fund.units ? 'a part redeemed' : 'all redeemed')
}

/** The payment, too early, on its day, and twice. */
export function payUnits(step: Step): void {
  const { world, rng, model, account, now } = step
  const picked = pickFund(step)
  if (picked === null) return
  const [orderId, fund] = picked
  const today = addDays(fund.state === 'struck' ? fund.redeemDate : dateOf(world, 'US'), rng.pick([-1, 0, 0, 2]))
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const before = account.entries.length
    decide(
      step,
      (state) => world.brokerage.rules.payFund(state, { orderId, venue: 'SIM', today, valueDate: today }, now)?.outcome ?? { entries: [] },
    )
    const isDue = fund.state === 'struck' && fund.redeemDate <= today
    if (account.entries.length !== before + (isDue ? 1 : 0)) throw new Error('a redemption was not paid exactly once')
    if (!isDue) continue
    addCash(model, WALLET, fund.coming)
    const left = fund.units - fund.redeeming
    Object.assign(fund, {
      units: left,
      redeeming: 0n,
      paid: fund.paid + fund.coming,
      coming: 0n,
      state: left === 0n ? 'redeemed' : 'holding',
    })
    world.seen.add('redemption paid')
  }
}

/** Until the cut-off, and an hour after it. */
export function takeFundBack(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const picked = pickFund(step)
  if (picked === null) return
  const [orderId, fund] = picked
  const cutOff = now + rng.pick([HOUR_MS, 1, 0, -HOUR_MS])
  const asked = { orderId, valueDate: dateOf(world, 'US'), cutOffOf: () => cutOff }
  const taken = world.brokerage.decide(accountId, now, (state) => {
    const answer = world.brokerage.rules.takeFundBack(state, asked, now)
    return answer.ok ? ok(answer.value.outcome) : answer
  })
  const isWaiting = fund.state === 'confirming' || fund.state === 'redeeming'
  const isOpen = isWaiting && now < cutOff
  const tooLate = isWaiting || fund.state === 'struck' ? 'fund.cut_off' : 'fund.not_cancellable'
  expectAnswer(taken, isOpen ? null : tooLate, `taking back ${fund.fundId}`)
  if (!isOpen) return void world.seen.add('too late to take a fund back')
  if (fund.state === 'confirming') addCash(model, WALLET, fund.amount)
  Object.assign(fund, fund.state === 'confirming' ? { state: 'cancelled' } : { state: 'holding', redeeming: 0n })
  world.seen.add('fund taken back')
}
