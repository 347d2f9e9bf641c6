import type { Outcome } from '../../src/ledger/account-state.ts'
import { CONFIRMATIONS, type ChannelId } from '../../src/deposits/channel.ts'
import { ANNOUNCED_FOR_MS } from '../../src/deposits/deposit.ts'
import { ok } from '../../src/result.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { type ModelDeposit, creditInModel, takeBackInModel } from '../model/deposits.ts'
import { expectAnswer } from '../orders/place.ts'
import { bitcoinAt } from '../world/prices.ts'
import { type Step, dateOf } from '../world/world.ts'
import { depositKind } from '../../src/deposits/records.ts'

/**
 * Money from outside: announced, paid with and without an announcement, too little, confirmed early, twice and by several jobs, taken back.
 */
const channels = ['USDT-TRC20', 'BTC', 'ARS-BANK'] as const satisfies readonly ChannelId[]
const SCALED_DOLLAR = 100_000_000n
const AUTOMATIC_CENTS = 1_000_000n

/** Chosen so that some are too small, some reach the minimum only together, and some need a person. */
const amounts: Readonly<Record<(typeof channels)[number], readonly bigint[]>> = {
  'USDT-TRC20': [1n, 400_000n, 599_999n, 999_999n, 1_000_000n, 25_017_777n],
  'BTC': [1_000n, 1_999n, 2_500n, 150_001n],
  'ARS-BANK': [99n, 100n, 5_000_001n],
}

const reviewOf = (now: number): number => now + 4 * MINUTE_MS

export function announceMoney(step: Step): void {
  const { world, rng, model, accountId, now, number } = step
  const channel = rng.pick(channels)
  const amount = rng.pick(amounts[channel])
  const proof = rng.percent(90) ? '/web/file/1' : null
  const id = `d-${number}`
  const mid = bitcoinAt(number) * SCALED_DOLLAR
  const request = { id, number: id, channel, amount, proof, txHash: null, reviewAt: reviewOf(now), mid }
  const announced = world.brokerage.decide(accountId, now, (state) => {
    const decided = world.brokerage.rules.announceDeposit(state, request, now)
    return decided.ok ? ok(decided.value.outcome) : decided
  })
  expectAnswer(announced, refusalOf(step, channel, amount, proof), `a deposit of ${amount} over ${channel}`)
  if (!announced.ok) return void world.seen.add(`deposit refused: ${announced.refusal}`)
  model.deposits.set(id, {
    id,
    channel,
    startedAt: now,
    announced: amount,
    reviewAt: reviewOf(now),
    arrived: null,
    credited: 0n,
    state: 'announced',
  })
  world.seen.add('deposit announced')
}

const MIN_AMOUNT: Readonly<Record<(typeof channels)[number], (amount: bigint, bitcoin: bigint) => bigint>> = {
  'USDT-TRC20': (amount) => amount / 10_000n,
  'BTC': (amount, bitcoin) => (amount * bitcoin * 995n) / 1_000_000_000n,
  'ARS-BANK': (amount) => amount,
}
const MAX_OPEN = 20

function refusalOf({ model, number }: Step, channel: (typeof channels)[number], amount: bigint, proof: string | null): string | null {
  if (model.frozen) return 'account.frozen'
  if (MIN_AMOUNT[channel](amount, bitcoinAt(number)) < 100n) return 'deposit.below_minimum'
  if (proof === null) return 'deposit.proof_required'
  const open = [...model.deposits.values()].filter(
    (each) => each.channel === channel && ['announced', 'arrived', 'waiting'].includes(each.state),
  )
  return open.length >= MAX_OPEN ? 'deposit.too_many' : null
}

/** A line of the chain or the bank, read once or twice. */
export function moneyArrives(step: Step): void {
  const { world, rng, model, accountId, now, number } = step
  const channel = rng.pick(channels)
  const amount = rng.pick(amounts[channel])
  const id = `a-${number}`
  const arriving = { channel, arrival: { id, amount, reference: id, block: 1, at: now }, number: id, reviewAt: reviewOf(now) }
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1)
    world.brokerage.decide(accountId, now, (state) => ok(world.brokerage.rules.registerArrival(state, arriving, now)))
  const announced = [...model.deposits.values()]
    .filter((each) => each.channel === channel && each.state === 'announced')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  const known = announced.find((each) => each.announced === amount) ?? announced[0]
  if (known === undefined) {
    model.deposits.set(id, {
      id,
      channel,
      startedAt: now,
      announced: null,
      reviewAt: reviewOf(now),
      arrived: amount,
      credited: 0n,
      state: 'arrived',
    })
    return void world.seen.add('money arrived unannounced')
  }
  known.arrived = amount
  known.state = 'arrived'
  world.seen.add(known.announced === amount ? 'money arrived as announced' : 'another amount arrived than announced')
}

const RECENT = 12

function pickDeposit({ rng, model }: Step): ModelDeposit | null {
  const open = [...model.deposits.values()].filter(({ state }) => state === 'arrived' || state === 'announced')
  const among = open.length > 0 && rng.percent(80) ? open : [...model.deposits.values()].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/** The jobs process a deposit too early, in time, and several at the same time. */
export function creditMoney(step: Step): void {
  const { world, rng, model, account, accountId, now, number } = step
  const deposit = pickDeposit(step)
  if (deposit === null) return
  const isCoin = deposit.channel !== 'ARS-BANK'
  const confirmations = rng.pick([0, 2, CONFIRMATIONS, CONFIRMATIONS])
  const at = isCoin ? now : deposit.reviewAt + rng.pick([-1, 0, 0, MINUTE_MS])
  const dollars = rng.pick([1n, AUTOMATIC_CENTS, AUTOMATIC_CENTS + 1n])
  const evidence = isCoin ? ({ by: 'chain', confirmations } as const) : ({ by: 'rule', dollars } as const)
  const bitcoin = bitcoinAt(number)
  const crediting = { depositId: deposit.id, evidence, mid: bitcoin * SCALED_DOLLAR, valueDate: dateOf(world, 'US') }
  const suffices = isCoin ? confirmations >= CONFIRMATIONS : dollars <= AUTOMATIC_CENTS && at >= deposit.reviewAt
  for (let times = rng.pick([1, 1, 2, 3]); times > 0; times -= 1) {
    const before = account.entries.length
    const isDue = deposit.state === 'arrived' && suffices
    const credited = world.brokerage.decide(accountId, at, (state) => ok(world.brokerage.rules.creditDeposit(state, crediting, at)))
    if (!credited.ok) throw new Error('a credit is never refused')
    if (!isDue && account.entries.length !== before) throw new Error('a deposit was credited that was not due, or twice')
    if (!isDue) continue
    const became = creditInModel(model, deposit, bitcoin)
    checkBooked(step, deposit, credited.value)
    world.seen.add(became === 'credited' ? 'deposit credited' : 'deposit waits in suspense')
  }
}

function checkBooked({ account }: Step, deposit: ModelDeposit, { entries }: Outcome): void {
  const row = depositKind.of(account.state).get(deposit.id)
  if (row?.status !== deposit.state) throw new Error(`deposit ${deposit.id} is ${row?.status}, the model says ${deposit.state}`)
  if (deposit.state === 'credited' && row.credited !== deposit.credited)
    throw new Error(`deposit ${deposit.id} was credited for ${row.credited}, the model says ${deposit.credited}`)
  if (entries.length === 0) throw new Error(`deposit ${deposit.id} was not booked`)
}

/** The chain or the bank takes back its money; a deposit that never came is given up. */
export function takeMoneyBack(step: Step): void {
  const { world, rng, model, account, accountId, now } = step
  const deposit = pickDeposit(step)
  if (deposit === null) return
  if (deposit.state === 'announced') return giveUp(step, deposit)
  const before = deposit.state
  const reversing = { depositId: deposit.id, reason: 'RECALLED', valueDate: dateOf(world, 'US') } as const
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1)
    world.brokerage.decide(accountId, now, (state) => ok(world.brokerage.rules.reverseDeposit(state, reversing, now)))
  if (before === 'over') return
  const how = takeBackInModel(model, deposit)
  if (account.state.frozen !== model.frozen) throw new Error(`after a recall the account is ${account.state.frozen ? '' : 'not '}frozen`)
  world.seen.add(
    before === 'arrived' ? 'deposit lost before its credit' : how === 'whole' ? 'deposit taken back' : 'deposit taken back, and short',
  )
}

function giveUp({ world, rng, accountId, account }: Step, deposit: ModelDeposit): void {
  const at = deposit.startedAt + ANNOUNCED_FOR_MS + rng.pick([-1, 0])
  const isOver = at >= deposit.startedAt + ANNOUNCED_FOR_MS
  world.brokerage.decide(accountId, at, (state) => ok(world.brokerage.rules.expireDeposit(state, deposit.id, at)))
  const status = depositKind.of(account.state).get(deposit.id)?.status
  if (status !== (isOver ? 'failed' : 'announced')) throw new Error(`what nothing came for is ${status}`)
  if (!isOver) return
  deposit.state = 'over'
  world.seen.add('deposit given up')
}
