import { addDays } from '../../src/calendar-date.ts'
import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import { compose } from '../../src/ledger/compose.ts'
import { type Result, ok } from '../../src/result.ts'
import { robotIds, robots as catalogue } from '../../src/robots/catalogue.ts'
import { robotSlotKind } from '../../src/robots/records.ts'
import { ROBOT_WALLET } from '../../src/robots/rent.ts'
import type { RobotSlot } from '../../src/robots/rental.ts'
import type { RobotTrade } from '../../src/robots/trade.ts'
import { DAY_MS } from '../../src/time.ts'
import { addCash, cashIn, placeInModel } from '../model/account.ts'
import { halfUp, minorUnit } from '../model/fees.ts'
import { stepAt } from '../model/grid.ts'
import { worstOfMarket } from '../model/limits.ts'
import { type ModelRobot, finishInModel, isOverRobot, limitInModel, sellsOut, tradeInModel } from '../model/robots.ts'
import { mayOpen } from '../model/suitability.ts'
import type { Listing } from '../world/listings.ts'
import { type Condition, termsFor } from '../world/terms.ts'
import { unitOfShares } from '../world/units.ts'
import { type Step, closeBefore, dateIn, dateOf, lastOf, listingOf, remember } from '../world/world.ts'
import { bringTo } from './bring.ts'
import { MIN_WORTH, askedFor, conditionHere, finishParts, sizedInModel } from './parts.ts'
import { answerTo, expectAnswer, modelOrder, orderIdOf } from './place.ts'
import type { ShareOrderRequest } from './request.ts'

/**
 * Robots: rented, trading from their own money, valued, paused by their limits, resumed, stopped and expired, with orders that customers
 * cancel and splits end. Each trades the one share that is held in parts.
 */
const RENT = 990n
const THIRTY_DAYS_MS = 30 * DAY_MS
const MIN_CAPITAL = 10_000n
const MAX_CAPITAL = 1_000_000n
const MAX_OPEN = 5
const WHOLE = 10_000n
/** Of the least capital it buys for hardly more than the least that can be sold. */
const LITTLE = 152n
const SETTLED_NOTHING = ''

const slotIdOf = (robotId: string): string => `${robotId}-part`

export function rentRobot(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const listing = rng.pick(world.parts)
  const robotId = rng.pick(robotIds)
  const most = cashIn(model, ROBOT_WALLET) - RENT
  const capital = rng.pick([MIN_CAPITAL, MIN_CAPITAL, 30_000n, 50_000n, most, most + 1n, MIN_CAPITAL - 1n, MAX_CAPITAL + 1n])
  const [dailyLoss, drawdown] = [rng.pick([100n, 300n, 300n, 300n, 300n, 99n]), rng.pick([200n, 1_000n, 1_000n, 5_000n, 5_000n, 5_001n])]
  if (capital <= 0n) return
  const isOther = rng.percent(8)
  const today = dateOf(world, 'US')
  const lastClosed = addDays(today, -1)
  const terms = {
    ...{ rent: RENT, hash: isOther ? 'of another rule' : catalogue[robotId].hash, identityMissing: false },
    ...{ tradable: [listing.instrument.id], today, lastClosed, valueDate: today },
  }
  const limits = { maxDailyLoss: dailyLoss, maxDrawdown: drawdown, sellsAtLimit: rng.percent(50), handsOver: rng.percent(30) }
  const key = `key-${number}`
  const bring = bringTo(step, { wallet: ROBOT_WALLET, takes: capital + RENT })
  const send = (id: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const asked = { id, slotIds: [slotIdOf(id)], number: id, robotId, instrumentIds: [listing.instrument.id], capital, ...limits }
      return bring.decide(state, id, (at) => world.brokerage.rules.rentRobot(at, asked, terms, now))
    })
  const id = `robot-${number}`
  const answer = send(id)
  expectAnswer(answer, rentAnswer(step, { capital, dailyLoss, drawdown, isOther }), `a robot with ${capital}`)
  if (!answer.ok) {
    bring.refused()
    return void world.seen.add(`robot refused: ${answer.refusal}`)
  }
  bring.booked('a robot')
  addCash(model, ROBOT_WALLET, -capital - RENT)
  model.robots.set(id, {
    ...{ id, instrumentId: listing.instrument.id, dailyLoss, drawdown, endsAt: now + THIRTY_DAYS_MS },
    ...{ sellsAtLimit: limits.sellsAtLimit, handsOver: limits.handsOver },
    ...{ state: 'running', pause: null, pausedOn: '', cash: capital, shares: 0n, target: 0n, orderId: null, settlesOn: SETTLED_NOTHING },
    ...{ value: capital, valuedOn: lastClosed, peak: capital, returned: 0n },
  })
  remember(step, { key, answer, again: () => send(`${id}-again`) })
  world.seen.add('robot rented')
}

type Wanted = Readonly<{ capital: bigint; dailyLoss: bigint; drawdown: bigint; isOther: boolean }>

function rentAnswer({ model, now }: Step, { capital, dailyLoss, drawdown, isOther }: Wanted): string | null {
  if (model.frozen) return 'account.frozen'
  if (!mayOpen(model.suitability, now)) return 'suitability.required'
  if (isOther) return 'robot.changed'
  if ([...model.robots.values()].filter((robot) => !isOverRobot(robot)).length >= MAX_OPEN) return 'robot.too_many'
  if (capital < MIN_CAPITAL || capital > MAX_CAPITAL) return 'robot.capital'
  if (dailyLoss < 100n || drawdown > 5_000n) return 'parameter.invalid'
  return capital + RENT > cashIn(model, ROBOT_WALLET) ? 'wallet.insufficient' : null
}

const RECENT = 3
function pickRobot({ rng, model }: Step): ModelRobot | null {
  const open = [...model.robots.values()].filter((robot) => !isOverRobot(robot))
  const among = open.length > 0 && rng.percent(90) ? open : [...model.robots.values()].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

const slotIn = (state: AccountState, { id }: ModelRobot): RobotSlot => {
  const slot = robotSlotKind.of(state).get(slotIdOf(id))
  if (slot === undefined) throw new Error(`robot ${id} has no part`)
  return slot
}

/** Acts on a close, or sells what it holds; an order of a moment ago is filled or given up first. */
export function letRobotTrade(step: Step): void {
  const { rng, model, world } = step
  const robot = pickRobot(step)
  if (robot === null || isOverRobot(robot)) return
  const listing = listingOf(world, robot.instrumentId)
  const working = robot.orderId === null ? undefined : model.orders.get(robot.orderId)
  if (working !== undefined) {
    finishParts(step, listing, working, rng.percent(80) ? 'open' : 'closed')
    return void world.seen.add('order of a robot finished later')
  }
  const isSelling = sellsOut(robot)
  if (!isSelling && robot.state !== 'running') return
  if (isSelling && robot.shares === 0n) return
  trade(step, listing, robot, isSelling ? 0n : rng.pick([0n, LITTLE, LITTLE, 5_000n, WHOLE, robot.target]))
}

function trade(step: Step, listing: Listing, robot: ModelRobot, next: bigint): void {
  const { world, accountId, account, now } = step
  const isSelling = sellsOut(robot)
  const wanted = isSelling ? { sold: robot.shares } : tradeInModel(robot, next)
  const slot = slotIn(account.state, robot)
  const unit = unitOfShares(robot.instrumentId)
  const towards: RobotTrade | null = isSelling
    ? { side: 'sell', quantity: slot.quantity }
    : world.brokerage.rules.tradeTowards(slot, next, unit)
  const [given, expected] = [tradeText(towards), tradeText(asTrade(wanted, unit))]
  if (given !== expected) throw new Error(`a robot trades ${given}, the model says ${expected}`)
  if (towards === null) {
    world.brokerage.decide(accountId, now, () => ok(marked(slot, next)))
    robot.target = next
    return
  }
  place(step, listing, robot, { towards, next })
}

const asTrade = (wanted: ReturnType<typeof tradeInModel>, unit: bigint): RobotTrade | null =>
  wanted === null
    ? null
    : wanted.amount === undefined
      ? { side: 'sell', quantity: (wanted.sold ?? 0n) * unit }
      : { side: 'buy', amount: wanted.amount }

const tradeText = (trading: RobotTrade | null): string =>
  trading === null ? 'nothing' : trading.side === 'buy' ? `for ${trading.amount}` : `${trading.quantity} shares`

const marked = (slot: RobotSlot, target: bigint): Outcome => ({ entries: [], records: robotSlotKind.changed({ ...slot, target }) })

type Trading = Readonly<{ towards: RobotTrade; next: bigint }>

function place(step: Step, listing: Listing, robot: ModelRobot, { towards, next }: Trading): void {
  const { world, rng, accountId, model, number, now } = step
  const condition = conditionHere(step)
  const id = orderIdOf(number)
  const asked = askedBy(step, listing, towards)
  const expected = expectedOrder(step, listing, robot, { towards, asked, condition })
  const terms = termsFor(step, listing, towards.side === 'sell' ? towards.quantity : 0n, condition)
  const answer: Result<Outcome> = world.brokerage.decide(accountId, now, (state) => {
    const accepted = world.brokerage.rules.acceptRobotOrder(
      state,
      { id, number: id, slotId: slotIdOf(robot.id), trade: towards },
      terms,
      now,
    )
    if (!accepted.ok) return accepted
    const { outcome } = accepted.value
    return ok(compose(outcome, marked(robotSlotKind.in(outcome).at(-1) ?? slotIn(state, robot), next)))
  })
  expectAnswer(answer, expected, `${towards.side} for a robot`)
  if (!answer.ok) {
    world.seen.add(`order of a robot refused: ${answer.refusal}`)
    if (answer.refusal === 'quantity.below_minimum' && sellsOut(robot)) giveShares(step, robot)
    return
  }
  robot.target = next
  const order = modelOrder(asked, id, dateIn(step, listing), { robot })
  placeInModel(model, order)
  world.seen.add(towards.side === 'buy' ? 'a robot buys' : 'a robot sells')
  if (rng.percent(70)) finishParts(step, listing, order, condition)
}

function askedBy(step: Step, listing: Listing, towards: RobotTrade): ShareOrderRequest {
  if (towards.side === 'buy') {
    const { collar, shares } = sizedInModel(step, listing, towards.amount)
    return askedFor(step, listing, 'buy', shares, collar)
  }
  const { id } = listing.instrument
  const last = lastOf(step, listing)
  const worst = worstOfMarket(id, 'sell', { last, ask: last + stepAt(id, last), previousClose: closeBefore(step, listing) })
  return askedFor(step, listing, 'sell', towards.quantity / unitOfShares(id), worst)
}

type Ordering = Readonly<{ towards: RobotTrade; asked: ShareOrderRequest; condition: Condition }>

/** The answer to any order, given the money or the shares of the robot for its moment. */
function expectedOrder(step: Step, listing: Listing, robot: ModelRobot, { towards, asked, condition }: Ordering): string | null {
  const { model } = step
  if (condition === 'closed') return 'market.closed'
  if (towards.side === 'buy') {
    const last = lastOf(step, listing)
    const worth = halfUp(asked.shares * (asked.worst < last ? asked.worst : last), minorUnit(robot.instrumentId))
    if (asked.shares === 0n || worth < MIN_WORTH) return 'amount.out_of_range'
    addCash(model, listing.wallet, towards.amount)
    const answer = answerTo(step, listing, asked, condition)
    addCash(model, listing.wallet, -towards.amount)
    return answer
  }
  robot.shares -= asked.shares
  const answer = answerTo(step, listing, asked, condition)
  robot.shares += asked.shares
  return answer
}

/** What is worth too little to be sold becomes the customer's own. */
function giveShares({ world, accountId, now }: Step, robot: ModelRobot): void {
  const given = world.brokerage.decide(accountId, now, (state) =>
    ok(world.brokerage.rules.handOverShares(state, [slotIn(state, robot)], dateOf(world, 'US'), now)),
  )
  if (!given.ok) throw new Error(`a robot's shares were not handed over: ${given.refusal}`)
  Object.assign(robot, { shares: 0n, target: 0n })
  world.seen.add('too little to be sold by a robot')
}

/** Cents, at a price of the listing; null while an order works. */
const valueAt = ({ orderId, cash, shares, instrumentId }: ModelRobot, price: bigint): bigint | null =>
  orderId === null ? cash + (price * shares) / minorUnit(instrumentId) : null

type Deciding = (state: AccountState) => Outcome
function decide({ world, accountId, now }: Step, decider: Deciding): void {
  const decided = world.brokerage.decide(accountId, now, (state) => ok(decider(state)))
  if (!decided.ok) throw new Error(`a job of robots was refused: ${decided.refusal}`)
}

/** The end of a day, looked at once or twice; a day that was kept is not kept again. */
export function keepRobotValue(step: Step): void {
  const { world, rng, now } = step
  const robot = pickRobot(step)
  if (robot === null || isOverRobot(robot)) return
  const listing = listingOf(world, robot.instrumentId)
  const date = addDays(dateOf(world, 'US'), -rng.below(2))
  for (let times = rng.percent(40) ? 2 : 1; times > 0; times -= 1) {
    const price = lastOf(step, listing) - BigInt(times - 1) * listing.unit
    const prices = { [robot.instrumentId]: price * listing.unit }
    decide(step, (state) => world.brokerage.rules.keepRobotValue(state, { rentalId: robot.id, date, prices }, now))
    const value = valueAt(robot, price)
    if (robot.valuedOn >= date || value === null) continue
    Object.assign(robot, { value, valuedOn: date, peak: value > robot.peak ? value : robot.peak })
    world.seen.add('value of a robot kept')
  }
}

/** The last price of a moment, with falls that reach a limit. */
export function watchRobot(step: Step): void {
  const { world, rng, now } = step
  const robot = pickRobot(step)
  if (robot === null) return
  const listing = listingOf(world, robot.instrumentId)
  const price = (lastOf(step, listing) * rng.pick([100n, 100n, 98n, 95n, 80n])) / 100n
  const date = dateOf(world, 'US')
  const prices = { [robot.instrumentId]: price * listing.unit }
  decide(step, (state) => world.brokerage.rules.watchRobot(state, { rentalId: robot.id, date, prices }, now))
  const value = valueAt(robot, price)
  const reached = value === null ? null : limitInModel(robot, value)
  const isWorse = robot.state === 'paused' && robot.pause === 'dailyLoss' && reached === 'drawdown'
  if (reached === null || (robot.state !== 'running' && !isWorse)) return
  Object.assign(robot, { state: 'paused', pause: reached, pausedOn: date })
  world.seen.add(`robot paused: ${reached}`)
}

export function resumeRobot(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const robot = pickRobot(step)
  if (robot === null) return
  const today = addDays(dateOf(world, 'US'), rng.below(2))
  const answer: Result<unknown> = world.brokerage.decide(accountId, now, (state) => {
    const resumed = world.brokerage.rules.resumeRobot(state, { rentalId: robot.id, today }, now)
    return resumed.ok ? ok(resumed.value.outcome) : resumed
  })
  const expected = model.frozen
    ? 'account.frozen'
    : robot.state !== 'paused'
      ? 'robot.not_running'
      : robot.pause !== 'dailyLoss'
        ? 'robot.stopped_for_good'
        : today <= robot.pausedOn
          ? 'robot.resumes_later'
          : null
  expectAnswer(answer, expected, `letting ${robot.id} go on`)
  if (!answer.ok) return void world.seen.add(`robot not resumed: ${answer.refusal}`)
  Object.assign(robot, { state: 'running', pause: null, pausedOn: '' })
  world.seen.add('robot resumed')
}

export function stopRobot(step: Step): void {
  const { world, rng, accountId, now } = step
  const robot = pickRobot(step)
  if (robot === null) return
  const handsOver = rng.percent(40)
  const answer: Result<unknown> = world.brokerage.decide(accountId, now, (state) => {
    const stopped = world.brokerage.rules.stopRobot(state, { rentalId: robot.id, handsOver, valueDate: dateOf(world, 'US') }, now)
    return stopped.ok ? ok(stopped.value.outcome) : stopped
  })
  const isRunning = robot.state === 'running' || robot.state === 'paused'
  expectAnswer(answer, isRunning ? null : 'robot.not_running', `stopping ${robot.id}`)
  if (!answer.ok) return
  robot.state = 'stopping'
  ended(step, robot, handsOver)
  world.seen.add(handsOver ? 'robot stopped, shares handed over' : 'robot stopped')
}

/** Shares that are handed over are the customer's at once, and money comes back where nothing is left to wait for. */
function ended(step: Step, robot: ModelRobot, handsOver: boolean): void {
  if (handsOver && robot.shares > 0n) Object.assign(robot, { shares: 0n, target: 0n })
  finished(step, robot)
}

function finished({ world, model }: Step, robot: ModelRobot): void {
  const returned = finishInModel(robot, model.settledThrough.get('STOCK') ?? SETTLED_NOTHING)
  if (returned === null) return
  addCash(model, ROBOT_WALLET, returned)
  world.seen.add(`robot over: ${robot.state}`)
}

/** The job that ends rentals whose time is over and gives money back; it comes early, late and twice. */
export function endRobots(step: Step): void {
  const { world, rng, now } = step
  const robot = pickRobot(step)
  if (robot === null) return
  const ending = { rentalId: robot.id, valueDate: dateOf(world, 'US') }
  const at = rng.pick([now, now, now, robot.endsAt - 1, robot.endsAt])
  const isDue = (robot.state === 'running' || robot.state === 'paused') && at >= robot.endsAt
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    decide(step, (state) => world.brokerage.rules.expireRobot(state, ending, at))
    decide(step, (state) => world.brokerage.rules.finishRobot(state, ending, now))
  }
  if (isDue) {
    robot.state = 'expiring'
    ended(step, robot, robot.handsOver)
    world.seen.add('robot at its end')
  } else finished(step, robot)
}
