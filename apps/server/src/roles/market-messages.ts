import type { MarketGroup } from '@rueda/rules/instruments/group.ts'
import type { FromWorker, ToWorker } from '../venue/messages.ts'
import type { Place } from '../vault/vault.ts'

/**
 * Messages between the core and the processes that run the market's instruments by group (`docs/decisions/0051-instruments-are-run-by-group.md`).
 * Everything is of one life of the market, which has a number within a leadership. The core sends its messages in one numbered order and gets what
 * the group says in another; either is sent again until the other side has it.
 */
export type Life = Readonly<{ leadership: bigint; life: number }>

/** The first message of a life is what to build, sealed for these processes alone: it holds the secret that prices come from. */
export type SealedRecipe = Readonly<{ kind: 'recipe'; sealed: Uint8Array; group: MarketGroup | undefined }>
export type ToGroup = ToWorker | SealedRecipe

export type GroupRequest = Life &
  Readonly<{
    /** The number of the first message. */
    first: number
    messages: readonly ToGroup[]
    /** The last number that was heard of what the group says. */
    heard: number
  }>

export type GroupReply = Readonly<{
  /** The number of the last message that was taken; null where this life is over or was never begun here. */
  taken: number | null
  /** What it says, numbered from `first`. */
  first: number
  said: readonly FromWorker[]
  /** True when everything that was taken is done. */
  isDone: boolean
  /** Why this life has ended here; null while it goes on. */
  failed: string | null
}>

/** What a recipe is sealed for. */
export const RECIPE: Place = { accountId: 'venue', field: 'venue.recipe' }
