import { isUnderWay } from './subscriptions.ts'
import { isOverIn } from './loans.ts'
import { isOverRobot } from './robots.ts'
import { DAY_MS } from '../../src/time.ts'
import type { ModelAccount } from './account.ts'

/**
 * In the reference model: the brokerage's knowledge of a customer, the protection of the account, and its destinations, worked out without
 * the rules (A.1, E.12, J.1, J.4).
 */
export type ModelStanding = {
  identity: 'none' | 'pending' | 'passed' | 'failed'
  paper: string | null
  isBirthDateTold: boolean
  retries: readonly number[]
  reviewAt: number
  waitsForPerson: boolean
  coolingUntil: number
  frozenByOwner: boolean
  closed: boolean
  /** Moments at which it began again. */
  readonly begun: number[]
  readonly cards: Map<string, ModelCard>
}

export type ModelCard = {
  readonly id: string
  readonly type: 'bank' | 'vm'
  version: number
  place: Place
  state: 'checking' | 'active' | 'rejected' | 'removed'
  reviewAt: number
  coolingUntil: number
  waitsForPerson: boolean
}

/** Destinations in these runs, and how the name on each compares with the customer's. */
export type Place = Readonly<{
  rail: 'TRC20' | 'BTC' | 'ARS_BANK'
  number: string
  name: 'same' | 'similar' | 'different'
  isRight: boolean
}>

export const newModelStanding = (): ModelStanding => ({
  identity: 'none',
  paper: null,
  isBirthDateTold: false,
  retries: [],
  reviewAt: 0,
  waitsForPerson: false,
  coolingUntil: 0,
  frozenByOwner: false,
  closed: false,
  begun: [],
  cards: new Map(),
})

/** The first refusal for moving money out or changing a destination; null when there is none. */
export function missingToLeave({ frozen, standing }: ModelAccount, now: number): string | null {
  if (frozen) return 'account.frozen'
  if (standing.identity !== 'passed') return 'kyc.required'
  return standing.coolingUntil > now ? 'security.cooling_off' : null
}

/** Gives the owner time to notice. */
export const coolsDown = (standing: ModelStanding, now: number): void => {
  if (now + DAY_MS > standing.coolingUntil) standing.coolingUntil = now + DAY_MS
}

const MAX_RETRIES = 5
const MONTH_MS = 30 * DAY_MS

export const triesTooOften = ({ identity, retries }: ModelStanding, now: number): boolean =>
  identity === 'failed' && retries.filter((at) => at > now - MONTH_MS).length >= MAX_RETRIES

/** A paper belongs to one person: the one it identifies or is about to. */
export const isUsedBy = ({ standing }: ModelAccount, paper: string): boolean =>
  standing.paper === paper && (standing.identity === 'pending' || standing.identity === 'passed')

const MAX_CARDS = 5

export function cardAnswer(model: ModelAccount, known: ModelCard | null, type: ModelCard['type'], place: Place): string | null {
  const others = [...model.standing.cards.values()].filter((card) => card !== known && card.state !== 'removed')
  if (known === null && others.filter((card) => card.type === type).length >= MAX_CARDS) return 'card.full'
  if (known !== null && (known.state === 'checking' || known.type !== type)) return 'parameter.invalid'
  if (!place.isRight) return 'card.checksum'
  if (place.name === 'different') return 'card.name_mismatch'
  return others.some((card) => card.place.number === place.number) ? 'card.duplicate' : null
}

export const hasLeavingTo = ({ leaving }: ModelAccount, cardId: string): boolean =>
  [...leaving.values()].some((withdrawal) => withdrawal.cardId === cardId)

/** True when nothing is under way and nothing but money is owned. */
export const mayGo = (model: ModelAccount): boolean =>
  model.open.size === 0 &&
  model.live.size === 0 &&
  model.pending.size === 0 &&
  model.leaving.size === 0 &&
  [...model.funds.values()].every(({ state }) => state === 'redeemed' || state === 'cancelled' || state === 'rejected') &&
  [...model.mandates.values()].every(({ state }) => state !== 'waiting' && state !== 'active') &&
  ![...model.subscriptions.values()].some(isUnderWay) &&
  [...model.loans.values()].every(isOverIn) &&
  [...model.robots.values()].every(isOverRobot) &&
  [...model.holdings.values()].every(({ shares }) => shares === 0n) &&
  [...model.unsettled.values()].every((waiting) => waiting === 0n) &&
  [...model.deposits.values()].every(({ state }) => state === 'credited' || state === 'over')
