import { type Outcome } from '../src/ledger/account-state.ts'
import { transfer } from '../src/ledger/entry.ts'
import { type WalletType, walletCurrencies, walletTypes } from '../src/wallets/wallet.ts'
import { PARTS_OF_A_CENT, buyingPowerOf, equityOf } from './checks/equity.ts'
import { breaches } from './checks/every-step.ts'
import { fullBreaches } from './checks/from-the-first.ts'
import { matchBreaches } from './checks/matches.ts'
import { ownCurrencyBreaches } from './checks/own-currency.ts'
import { type Tally, newTally } from './checks/tally.ts'
import { Brokerage } from './brokerage/brokerage.ts'
import { quickHash } from './brokerage/quick-hash.ts'
import { type BrokerageRules, realRules } from './brokerage/rules.ts'
import { beginKnown } from './leaving/destinations.ts'
import { beginSuitable } from './margin/questions.ts'
import { newModelAccount } from './model/account.ts'
import { type Chosen, operationsOf } from './operations.ts'
import { rngAt } from './world/rng.ts'
import { beginningOf } from './world/clock.ts'
import { marginListings, partListings, shareListings } from './world/listings.ts'
import { type World, stepOf, worldOf } from './world/world.ts'

/**
 * One seeded run of the brokerage: customers trade in every market, with money and on margin, prove who they are, move money in, about and
 * out, and repeat themselves; the venue fills, repeats and gives up; days end and settle; and faults happen. After every step the account
 * state must agree with the reference model and with itself.
 */
export type Run = Readonly<{ steps: number; trace: string; seen: ReadonlySet<string> }>

/** `still`: prices stand still and only customers act; nobody's equity may grow. */
export type Options = Readonly<{ rules?: BrokerageRules; still?: boolean }>

export class SimulationFailure extends Error {
  constructor(seed: number, step: number, operation: string, reason: string, still: boolean) {
    const replay = `npm run sim -- --seed ${seed} --steps ${step + 1}${still ? ' --still' : ''}`
    super(`seed ${seed}, step ${step} (${operation}): ${reason}. Replay with: ${replay}`)
  }
}

/** A full check costs as much as the whole run before it. */
const FULL_CHECK_EVERY = 1_000

export function runSeed(seed: number, steps: number, { rules = realRules, still = false }: Options = {}): Run {
  const world = openWorld(seed, rules, still)
  const tallies = new Map([...world.models.keys()].map((accountId) => [accountId, newTally()]))
  const equities = equitiesOf(world)
  const operations = operationsOf(seed, still)
  for (let number = 0; number < steps; number += 1) {
    takeStep(world, { tallies, operations }, number)
    if (still) checkBuyingPower(world, equities, number)
    if ((number + 1) % FULL_CHECK_EVERY === 0 || number + 1 === steps) checkFully(world, number)
  }
  const grown = still ? equitiesOf(world).findIndex((equity, index) => equity > (equities[index] ?? 0n)) : -1
  if (grown >= 0) throw failure(world, steps - 1, 'whole life', new Error(`the equity of customer ${grown} has grown at standing prices`))
  return { steps, trace: world.trace, seen: world.seen }
}

const equitiesOf = (world: World): readonly bigint[] => [...world.brokerage.accounts.values()].map((account) => equityOf(world, account))

/** Nobody can ever buy for more than they began with: free money is a part of all money. */
function checkBuyingPower(world: World, equities: readonly bigint[], number: number): void {
  const grown = [...world.brokerage.accounts.values()].findIndex((account, index) => buyingPowerOf(account) > (equities[index] ?? 0n))
  if (grown >= 0)
    throw failure(world, number, 'buying power', new Error(`customer ${grown} can buy with more than there was at the beginning`))
}

function openWorld(seed: number, rules: BrokerageRules, still: boolean): World {
  const { date, at } = beginningOf(seed)
  const margins = marginListings(date)
  const brokerage = new Brokerage(
    rules,
    [...shareListings, ...partListings, ...margins].map(({ instrument }) => instrument),
  )
  const world = worldOf({ seed, brokerage, begun: at, margins, still })
  const customers = 2 + (seed % 4)
  for (let index = 0; index < customers; index += 1) {
    const accountId = String(1_000 + index)
    const rng = rngAt(seed, -1 - index)
    const funds = new Map(walletTypes.map((wallet) => [wallet, BigInt(rng.below(largestFunds[walletCurrencies[wallet]]))]))
    brokerage.open(accountId, grantOf(accountId, funds, date), at)
    const model = newModelAccount(funds)
    world.models.set(accountId, model)
    beginSuitable({ account: brokerage.account(accountId), model, accountId, now: at }, index)
    if (index % UNKNOWN_AT_FIRST !== 1) beginKnown({ account: brokerage.account(accountId), model, accountId, now: at })
  }
  return world
}

/** One in so many customers has shown nothing yet. */
const UNKNOWN_AT_FIRST = 3

/** The most a customer begins with in each wallet: poor enough to be refused something, rich enough to trade. */
const largestFunds = { USD: 8_000_000, ARS: 900_000_000, TWD: 4_000_000 } as const

function grantOf(accountId: string, funds: ReadonlyMap<WalletType, bigint>, valueDate: string): Outcome {
  const entries = [...funds].flatMap(([wallet, amount], step) => {
    const asset = walletCurrencies[wallet]
    const lines = transfer({ from: `H:PROMO:${asset}`, to: `U:${wallet}:CASH`, asset, amount })
    return lines.length === 0 ? [] : [{ journal: 'J98', cause: { kind: 'grant', id: accountId, step }, lines, valueDate } as const]
  })
  return { entries }
}

/**
 * The most that rounding may bring in one of several fills, where an order is rounded once over all of them: the largest of the smallest
 * coins, a Taiwan dollar.
 */
const A_COIN = 4n * PARTS_OF_A_CENT

type Running = Readonly<{ tallies: ReadonlyMap<string, Tally>; operations: readonly Chosen[] }>

function takeStep(world: World, { tallies, operations }: Running, number: number): void {
  const step = stepOf(world, number)
  const { name, operation } = step.rng.pick(operations)
  const { account, accountId, model } = step
  const before = world.still ? equityOf(world, account) : 0n
  try {
    operation(step)
    for (const breach of breaches(world, account, model, tallies.get(accountId) ?? newTally())) throw new Error(breach)
    if (world.still && equityOf(world, account) > before + A_COIN) throw new Error('at standing prices the equity has grown')
  } catch (error) {
    throw failure(world, number, name, error)
  }
  world.trace = quickHash(`${world.trace} ${name} ${account.state.headHash} ${account.state.openOrders}`)
}

function checkFully(world: World, number: number): void {
  try {
    for (const breach of matchBreaches(world)) throw new Error(breach)
    for (const [accountId, model] of world.models) {
      const account = world.brokerage.account(accountId)
      for (const breach of fullBreaches(world, account, model)) throw new Error(breach)
      for (const breach of ownCurrencyBreaches(world, account, number)) throw new Error(breach)
    }
  } catch (error) {
    // What cannot even be worked out again is a breach like one that comes out different.
    throw failure(world, number, 'full check', error)
  }
}

const failure = ({ seed, still }: World, number: number, name: string, error: unknown): SimulationFailure =>
  new SimulationFailure(seed, number, name, error instanceof Error ? error.message : String(error), still)
