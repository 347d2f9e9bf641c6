import { type ComparedExecution, type OwnExecution, compareOwn } from '@rueda/exchange/reruns/own-order.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import type { ReceiptContent } from '@rueda/proof/receipt.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import type { ContradictionKind, ExecutionEvidence } from '../trust/kept.ts'

/** What is found of the executions that an order had on a day (`docs/rules/proof.md` P.43). */

/** Found against what the house signed: each is a contradiction that the watch keeps. */
export const signedAgainst = {
  tapeChanged: 'tape-changed',
  notInTape: 'receipt-not-in-tape',
  changed: 'execution-changed',
  unfounded: 'execution-unfounded',
} as const satisfies Readonly<Record<string, ContradictionKind>>
type SignedAgainst = keyof typeof signedAgainst

export type ExecutionVerdict =
  | 'same'
  | SignedAgainst
  /** Bad, and nothing that was signed: the day's key is not proven, the scenario is not the log's, the price is beyond the limit, numbers go back. */
  | 'dayUnproven'
  | 'otherScenario'
  | 'beyondLimit'
  | 'numbersBack'
  /** Nothing is against it, and not everything could be looked at yet. */
  | 'early'
  | 'orderOpen'
  | 'notLogged'
  | 'othersOpen'
  | 'keySealed'
  | 'otherEngine'
  | 'unknownModel'
  | 'otherLog'
  | 'missing'
  | 'unanswered'

export type VerdictTone = 'good' | 'bad' | 'open'
const BAD: ReadonlySet<ExecutionVerdict> = new Set([
  ...(Object.keys(signedAgainst) as SignedAgainst[]),
  'dayUnproven',
  'otherScenario',
  'beyondLimit',
  'numbersBack',
])
export const toneOf = (verdict: ExecutionVerdict): VerdictTone => (verdict === 'same' ? 'good' : BAD.has(verdict) ? 'bad' : 'open')
export const isSignedAgainst = (verdict: ExecutionVerdict): verdict is SignedAgainst => Object.hasOwn(signedAgainst, verdict)

type ShownFill = NonNullable<OrderRow['fills']>[number]

/** The executions of a day as the account shows them, in the order of their numbers. */
export const shownOn = (fills: readonly ShownFill[], date: string): readonly OwnExecution[] =>
  fills
    .filter(({ tradeDate }) => tradeDate === date)
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ price, quantity, tradeTimestamp: at, isResting }) => ({
      ...{ at, resting: isResting === 1 },
      price: parseScaled(price) ?? 0n,
      quantity: parseScaled(quantity) ?? 0n,
    }))

export type Compared = Readonly<{ verdict: 'same' | 'changed' | 'unfounded'; executions: readonly ComparedExecution[] }>

/** Account, tape and rerun side by side; the account is held to the tape first. */
export function judgeExecutions(told: Parameters<typeof compareOwn>[0]): Compared {
  const executions = compareOwn(told)
  if (executions.some(({ fromTape }) => fromTape !== null)) return { verdict: 'changed', executions }
  return { verdict: executions.some(({ fromRerun }) => fromRerun !== null) ? 'unfounded' : 'same', executions }
}

type EarlyOrder = Pick<OrderRow, 'direction' | 'price' | 'createTimeTimestamp' | 'timeline'>
export type EarlyFacts = Readonly<{
  /** Null for an order without a limit, and for one whose limit was another before. */
  isWithinLimit: boolean | null
  areNumbersInOrder: boolean
  /** The outside's quote as the order arrived, and whether what it took at once lies within; null without a receipt, or where it took nothing at once. */
  quote: Readonly<{ bid: string; ask: string; isWithin: boolean | null }> | null
}>

/** What it takes at once it takes within this. */
const AT_ONCE_MS = 1_000
const BUYS = 0

/** What can be checked while the day is not over. */
export function earlyFacts(order: EarlyOrder, fills: readonly ShownFill[], quote: ReceiptContent['quote']): EarlyFacts {
  const wasAmended = order.timeline?.some(({ kind }) => kind === 'amended') ?? false
  const limit = order.price === null || wasAmended ? null : parseScaled(order.price)
  const prices = fills.map(({ price }) => parseScaled(price) ?? 0n)
  const isBeyond = (price: bigint, edge: bigint): boolean => (order.direction === BUYS ? price > edge : price < edge)
  const byTime = fills.toSorted((one, other) => one.tradeTimestamp - other.tradeTimestamp || one.sequence - other.sequence)
  return {
    isWithinLimit: limit === null ? null : !prices.some((price) => isBeyond(price, limit)),
    areNumbersInOrder: byTime.every(({ sequence }, at) => sequence > (byTime[at - 1]?.sequence ?? Number.NEGATIVE_INFINITY)),
    quote: quoteOf(order, fills, quote),
  }
}

function quoteOf(order: EarlyOrder, fills: readonly ShownFill[], quote: ReceiptContent['quote']): EarlyFacts['quote'] {
  const [bid, ask] = [quote?.bid ?? null, quote?.ask ?? null]
  const [low, high] = [parseScaled(bid ?? ''), parseScaled(ask ?? '')]
  if (bid === null || ask === null || low === null || high === null) return null
  const atOnce = fills.filter(({ isResting, tradeTimestamp }) => isResting === 0 && tradeTimestamp - order.createTimeTimestamp < AT_ONCE_MS)
  const prices = atOnce.map(({ price }) => parseScaled(price) ?? 0n)
  return { bid, ask, isWithin: prices.length === 0 ? null : prices.every((price) => price >= low && price <= high) }
}

export const asEvidence = (executions: readonly OwnExecution[]): readonly ExecutionEvidence[] =>
  executions.map(({ price, quantity, at, resting }) => ({ price: String(price), quantity: String(quantity), at, resting }))
