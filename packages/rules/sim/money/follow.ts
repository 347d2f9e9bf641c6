import { addDays, dayNumber } from '../../src/calendar-date.ts'
import { type AgencyId, terms } from '../../src/follow/agency.ts'
import type { Outcome } from '../../src/ledger/account-state.ts'
import { ok } from '../../src/result.ts'
import { HOUR_MS } from '../../src/time.ts'
import { addCash, cashIn } from '../model/account.ts'
import { type ModelMandate, isBelowLimit, modelPayout, modelUnits, modelUnitsWorth, modelWorth } from '../model/follow.ts'
import { mayOpen } from '../model/suitability.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, dateOf, remember } from '../world/world.ts'

/** Mandates: asked for, begun at their strike, ended at their term, on request, by their limit and with their agency, and renewed. */
const offered: readonly AgencyId[] = ['index-core', 'momentum', 'fx-carry']
const WALLET = 'FOLLOW'
const NAV_UNIT = 10_000n
const PLENTY = 1_000_000_000n

/** The value of a unit on a date, in ten-thousandths: it wanders between 0.4 and 1.6. */
const navOn = (agencyId: AgencyId, date: string): bigint => 4_000n + BigInt((dayNumber(date) * 1_373 + agencyId.length * 911) % 12_001)
const strikeOn = (agencyId: AgencyId, date: string) => ({ date, nav: navOn(agencyId, date) * NAV_UNIT, fees: 0n })

export function followAgency(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const agencyId = rng.pick(offered)
  const free = cashIn(model, WALLET)
  const whole = (cents: bigint): bigint => (cents / 100n) * 100n
  const amount = rng.pick([
    9_900n,
    10_000n,
    10_001n,
    whole(free),
    whole(free) + 100n,
    whole(free / 3n),
    whole(BigInt(10_000 + rng.below(400_000))),
  ])
  const today = dateOf(world, 'US')
  const room = rng.percent(8) ? amount - 1n : PLENTY
  const takesOrders = !rng.percent(6)
  const termDays = rng.pick(terms)
  const percent = rng.percent(40) ? rng.pick([5, 10, 30]) : null
  const asked = {
    number: `M-${number}`,
    agencyId,
    amount,
    termDays,
    lossLimit: percent,
    takesOrders,
    dealDate: today,
    room,
    valueDate: today,
  }
  const key = `key-${number}`
  const send = (id: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const placed = world.brokerage.rules.placeMandate(state, { ...asked, id }, now)
      return placed.ok ? ok(placed.value.outcome) : placed
    })
  const answer = send(`m-${number}`)
  expectAnswer(answer, placingAnswer(step, { amount, room, takesOrders }), `${amount} for ${agencyId}`)
  if (!answer.ok) return void world.seen.add(`mandate refused: ${answer.refusal}`)
  addCash(model, WALLET, -amount)
  model.mandates.set(`m-${number}`, {
    ...{ agencyId, amount, termDays, dealDate: today, state: 'waiting', units: 0n, highWater: amount, expiresOn: '', renews: false },
    ...{ limit: percent === null ? null : { percent: BigInt(percent), from: today }, ending: null, shared: 0n },
  })
  remember(step, { key, answer, again: () => send(`m-${number}-again`) })
  world.seen.add('mandate asked for')
}

type Placing = Readonly<{ amount: bigint; room: bigint; takesOrders: boolean }>
function placingAnswer({ model, now }: Step, { amount, room, takesOrders }: Placing): string | null {
  if (model.frozen) return 'account.frozen'
  if (!mayOpen(model.suitability, now)) return 'suitability.required'
  if (!takesOrders) return 'mandate.closed'
  if (amount < 10_000n || amount > 100_000_000n) return 'mandate.range'
  if (amount % 100n !== 0n) return 'mandate.step'
  if (amount > room) return 'mandate.capacity'
  return amount > cashIn(model, WALLET) ? 'wallet.insufficient' : null
}

const RECENT = 6
function pickMandate({ rng, model }: Step): readonly [string, ModelMandate] | null {
  const open = [...model.mandates].filter(([, { state }]) => state === 'waiting' || state === 'active')
  const among = open.length > 0 && rng.percent(88) ? open : [...model.mandates].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

type Dealing = Readonly<{ date: string; room: bigint; over: 'stop' | 'closed' | null; nextDate: string }>

/** The job deals at a strike: too early, on the day, later, sometimes twice, sometimes without room, sometimes the agency's last. */
export function strikeMandate(step: Step): void {
  const { world, rng, account, now } = step
  const picked = pickMandate(step)
  if (picked === null) return
  const [mandateId, mandate] = picked
  const due =
    mandate.state === 'waiting' ? mandate.dealDate : (mandate.ending?.date ?? rng.pick([mandate.expiresOn, addDays(mandate.dealDate, 2)]))
  const date = addDays(due === '' ? mandate.dealDate : due, rng.pick([-1, 0, 0, 1, 3]))
  const dealing: Dealing = {
    ...{ date, nextDate: addDays(date, 1), room: rng.percent(8) ? mandate.amount - 1n : PLENTY },
    over: rng.percent(6) ? rng.pick(['stop', 'closed'] as const) : null,
  }
  const strike = strikeOn(mandate.agencyId, date)
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const before = account.entries.length
    decide(step, (state) => {
      const { room, over, nextDate } = dealing
      const dealt =
        world.brokerage.rules.confirmMandate(state, { mandateId, strike, room, isOver: over !== null, valueDate: date }, now) ??
        world.brokerage.rules.strikeMandate(state, { mandateId, strike, over, nextDate, venue: 'SIM', valueDate: date }, now)
      return dealt?.outcome ?? { entries: [] }
    })
    const isBooked = dealInModel(step, mandate, dealing)
    if (account.entries.length !== before + (isBooked ? 1 : 0)) throw new Error(`a strike of ${mandateId} was not booked exactly once`)
  }
}

const decide = (
  { world, accountId, now }: Step,
  decider: (state: Parameters<typeof world.brokerage.rules.confirmMandate>[0]) => Outcome,
): void => {
  const decided = world.brokerage.decide(accountId, now, (state) => ok(decider(state)))
  if (!decided.ok) throw new Error(`a job of the mandates was refused: ${decided.refusal}`)
}

function dealInModel(step: Step, mandate: ModelMandate, dealing: Dealing): boolean {
  const nav = navOn(mandate.agencyId, dealing.date)
  if (mandate.state === 'waiting') return beginInModel(step, mandate, dealing, nav)
  const { date, over, nextDate } = dealing
  if (mandate.state !== 'active' || date < mandate.dealDate || (date === mandate.dealDate && over === null)) return false
  const isOut = mandate.expiresOn <= date
  const isEnding = mandate.ending !== null && mandate.ending.date <= date
  if (over !== null || (isOut && !mandate.renews)) return settleInModel(step, mandate, nav, false)
  if (isEnding) return settleInModel(step, mandate, nav, true)
  if (isOut) return renewInModel(step, mandate, date, nav)
  if (mandate.ending === null && isBelowLimit(mandate, date, nav)) {
    mandate.ending = { date: nextDate, byLimit: true }
    step.world.seen.add('mandate at its limit')
  }
  return false
}

function beginInModel({ model, world }: Step, mandate: ModelMandate, { date, room, over }: Dealing, nav: bigint): boolean {
  if (mandate.dealDate > date && over === null) return false
  if (over !== null || mandate.amount > room) {
    mandate.state = 'rejected'
    addCash(model, WALLET, mandate.amount)
    world.seen.add(over === null ? 'mandate without room' : 'mandate without agency')
    return true
  }
  Object.assign(mandate, {
    state: 'active',
    dealDate: date,
    units: modelUnits(mandate.amount, nav),
    expiresOn: addDays(date, mandate.termDays),
  })
  world.seen.add('mandate begun')
  return true
}

function settleInModel({ model, world }: Step, mandate: ModelMandate, nav: bigint, isEarly: boolean): boolean {
  const { share, payout } = modelPayout(mandate, modelWorth(mandate.units, nav), isEarly)
  addCash(model, WALLET, payout)
  Object.assign(mandate, { state: 'settled', units: 0n, shared: mandate.shared + share, ending: null, renews: false })
  world.seen.add(isEarly ? 'mandate ended early' : 'mandate settled')
  world.seen.add(share > 0n ? 'mandate shared a gain' : 'mandate shared nothing')
  return true
}

function renewInModel({ world }: Step, mandate: ModelMandate, date: string, nav: bigint): boolean {
  const { share } = modelPayout(mandate, modelWorth(mandate.units, nav), false)
  const units = mandate.units - (share === 0n ? 0n : modelUnitsWorth(share, nav))
  const left = modelWorth(units, nav)
  Object.assign(mandate, {
    units,
    highWater: left > mandate.highWater ? left : mandate.highWater,
    renews: false,
    shared: mandate.shared + share,
  })
  Object.assign(mandate, { dealDate: date, expiresOn: addDays(date, mandate.termDays) })
  world.seen.add(share > 0n ? 'mandate renewed with a gain' : 'mandate renewed')
  return share > 0n
}

/** Ended early, renewed or not, and limited: in time, and when it is too late for it. */
export function changeMandate(step: Step): void {
  const { world, rng, accountId, now } = step
  const picked = pickMandate(step)
  if (picked === null) return
  const [mandateId, mandate] = picked
  const today = dateOf(world, 'US')
  const dealDate = mandate.expiresOn === '' || rng.percent(75) ? today : addDays(mandate.expiresOn, rng.pick([-1, 0, 1]))
  const days = { mandateId, dealDate, settlesOn: (date: string) => date }
  const what = rng.pick(['end', 'renew', 'renew', 'limit'] as const)
  const takesExitFee = rng.percent(85)
  const renews = rng.percent(85)
  const lossLimit = rng.pick([null, 5, 20])
  const { rules } = world.brokerage
  const changed = world.brokerage.decide(accountId, now, (state) => {
    const answer =
      what === 'end'
        ? rules.endMandate(state, { ...days, takesExitFee }, now)
        : what === 'renew'
          ? rules.renewMandate(state, { ...days, renews }, now)
          : rules.limitMandate(state, { ...days, lossLimit }, now)
    return answer.ok ? ok(answer.value.outcome) : answer
  })
  expectAnswer(changed, changingAnswer(mandate, { what, dealDate, takesExitFee }), `${what} of ${mandateId}`)
  if (!changed.ok) return void world.seen.add(`${what} of a mandate refused: ${changed.refusal}`)
  if (what === 'end') mandate.ending = { date: dealDate, byLimit: false }
  else if (what === 'renew') mandate.renews = renews
  else mandate.limit = lossLimit === null ? null : { percent: BigInt(lossLimit), from: dealDate }
  world.seen.add(`${what} of a mandate`)
}

type Changing = Readonly<{ what: 'end' | 'renew' | 'limit'; dealDate: string; takesExitFee: boolean }>
function changingAnswer({ state, ending, expiresOn }: ModelMandate, { what, dealDate, takesExitFee }: Changing): string | null {
  const runs = state === 'active' || (what === 'limit' && state === 'waiting')
  if (!runs) return 'mandate.over'
  if (ending !== null) return 'mandate.ending'
  if (what === 'end' && dealDate >= expiresOn) return 'mandate.ending'
  if (what === 'renew' && dealDate > expiresOn) return 'mandate.ending'
  return what === 'end' && !takesExitFee ? 'mandate.exit_fee' : null
}

/** Until the cut-off, and an hour after it. */
export function takeMandateBack(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const picked = pickMandate(step)
  if (picked === null) return
  const [mandateId, mandate] = picked
  const cutOff = now + rng.pick([HOUR_MS, 1, 0, -HOUR_MS])
  const asked = { mandateId, valueDate: dateOf(world, 'US'), cutOffOf: () => cutOff }
  const taken = world.brokerage.decide(accountId, now, (state) => {
    const answer = world.brokerage.rules.takeMandateBack(state, asked, now)
    return answer.ok ? ok(answer.value.outcome) : answer
  })
  const hasAsked = mandate.ending !== null && !mandate.ending.byLimit
  const isWaiting = mandate.state === 'waiting' || hasAsked
  expectAnswer(taken, !isWaiting ? 'mandate.not_cancellable' : now < cutOff ? null : 'mandate.cut_off', `taking back ${mandateId}`)
  if (!taken.ok) return void world.seen.add(`taking a mandate back refused: ${taken.refusal}`)
  if (hasAsked) mandate.ending = null
  else {
    mandate.state = 'cancelled'
    addCash(model, WALLET, mandate.amount)
  }
  world.seen.add(hasAsked ? 'end of a mandate taken back' : 'mandate taken back')
}
