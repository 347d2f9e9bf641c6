import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import { type Result, ok } from '../../src/result.ts'
import type { Decided } from '../../src/transfers/bring.ts'
import type { Source } from '../../src/transfers/sources.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'
import { type ModelAccount, addCash, cashIn } from '../model/account.ts'
import { holdOf, partsOf } from '../model/shares.ts'
import { mayLeave } from '../model/transfers.ts'
import { type Step, dateOf } from '../world/world.ts'
import type { ShareOrderRequest } from './request.ts'

/** Orders and products that bring what they lack from other wallets (P.18): chosen here, and worked out in the model without the rules. */
export const givers: Readonly<Partial<Record<WalletType, readonly WalletType[]>>> = {
  STOCK: ['US_WALLET', 'SUBSCRIPTION', 'FOLLOW'],
  FUTURE: ['US_WALLET', 'STOCK', 'SUBSCRIPTION', 'FOLLOW'],
  FOREX: ['US_WALLET', 'STOCK', 'SUBSCRIPTION', 'FOLLOW'],
  AR: ['BALANCE'],
  US_WALLET: ['STOCK', 'SUBSCRIPTION', 'FOLLOW'],
  SUBSCRIPTION: ['US_WALLET', 'STOCK', 'FOLLOW'],
  FOLLOW: ['US_WALLET', 'STOCK', 'SUBSCRIPTION'],
}
const FIRST_CENT = 1n

/** Mostly enough from each, at times a cent too little or far too much, and at times nothing at all. */
export function chooseSources({ rng, model }: Step, wallet: WalletType): readonly Source[] {
  if (rng.percent(65)) return []
  return (givers[wallet] ?? []).flatMap((from) => {
    const there = mayLeave(model, from)
    const most = rng.pick([there, there, there - FIRST_CENT, there / 2n, there * 2n, 0n])
    return most > 0n ? [{ from, most }] : []
  })
}

export const bringingOf = (step: Step, to: WalletType, sources: readonly Source[], name: string) => ({
  to,
  sources: sources.map((source) => ({ ...source, id: `${name}-${source.from}`, number: `${name}-${source.from}` })),
  valueDate: dateOf(step.world, 'US'),
})

type Moved = Readonly<{ from: WalletType; amount: bigint }>

/** What a purchase of shares is held for, with both parts of one in Taiwan. */
export const holdOfShares = (asked: ShareOrderRequest, date: string): bigint =>
  partsOf(asked.instrumentId, asked.shares).reduce((sum, shares) => sum + holdOf({ ...asked, shares }, date), 0n)

type Lacking = Readonly<{ wallet: WalletType; hold: bigint }>

/** What comes for a hold; nothing where nothing is missing, or where all of it is not enough. */
export function broughtFor(model: ModelAccount, { wallet, hold }: Lacking, sources: readonly Source[]): readonly Moved[] {
  // Nothing leaves a wallet of a frozen account for another one.
  if (model.frozen) return []
  let missing = hold - cashIn(model, wallet)
  const given = sources.map(({ from, most }) => ({ from, amount: most < mayLeave(model, from) ? most : mayLeave(model, from) }))
  if (missing <= 0n || missing > given.reduce((sum, { amount }) => sum + amount, 0n)) return []
  return given.flatMap(({ from, amount }) => {
    const taken = amount < missing ? amount : missing
    missing -= taken
    return taken > 0n ? [{ from, amount: taken }] : []
  })
}

/** Moves the money in the model; with a name it stays moved, and each transfer is known by it. */
export function bringInModel(model: ModelAccount, to: WalletType, moved: readonly Moved[], name: string): void {
  for (const { from, amount } of moved) {
    addCash(model, from, -amount)
    addCash(model, to, amount)
    model.transfers.set(`${name}-${from}`, { from, to, amount, received: amount, settlesAt: null, open: false })
  }
}

/** Takes the money back of what was refused. */
export function takeBackInModel(model: ModelAccount, to: WalletType, moved: readonly Moved[], name: string): void {
  for (const { from, amount } of moved) {
    addCash(model, from, amount)
    addCash(model, to, -amount)
    model.transfers.delete(`${name}-${from}`)
  }
}

type Taking = Readonly<{ wallet: WalletType; takes: bigint }>

/** A product's command with what it brings: moved in the model before it is asked for, decided with it, and taken back where it is refused. */
export function bringTo(step: Step, { wallet, takes }: Taking) {
  const { model, world, number, now } = step
  const name = `bring-${number}`
  const sources = chooseSources(step, wallet)
  const moved = broughtFor(model, { wallet, hold: takes }, sources)
  bringInModel(model, wallet, moved, name)
  return {
    /** A repeated request names transfers of its own, which nobody may ever see. */
    decide: <Of extends Decided>(state: AccountState, asked: string, decide: (at: AccountState) => Result<Of>): Result<Outcome> => {
      const bringing = bringingOf(step, wallet, sources, asked.endsWith('-again') ? `${name}-again` : name)
      const decided = world.brokerage.rules.bringFirst(state, bringing, decide, now)
      return decided.ok ? ok(decided.value.outcome) : decided
    },
    refused: (): void => takeBackInModel(model, wallet, moved, name),
    booked: (what: string): void => void (moved.length > 0 && world.seen.add(`brought to ${what}`)),
  }
}
