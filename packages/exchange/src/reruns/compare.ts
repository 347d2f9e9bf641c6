import type { VenueInput } from '../inputs.ts'
import type { Rerun } from './rerun.ts'

/** An execution as it was booked. */
export type Booked = Omit<Rerun, 'life'>

export type Difference = Readonly<{
  kind: 'missing' | 'unfounded' | 'order' | 'price' | 'quantity' | 'time' | 'resting'
  booked: Booked | null
  rerun: Rerun | null
}>

/**
 * The first difference between what was booked of a day and what its rerun gives; null where there is none. Both in their order. What the
 * venue had executed and not booked when it was started again never happened, so that of each order's executions before a start the last
 * may be missing, and none in between.
 */
export function compareExecutions(booked: readonly Booked[], rerun: readonly Rerun[], inputs: readonly VenueInput[]): Difference | null {
  for (const { own, given } of livesOf(booked, rerun, inputs)) {
    const difference = compareInOrder(own, given)
    if (difference !== null) return difference
  }
  const hasBegun = inputs.some(({ kind }) => kind === 'begin')
  return !hasBegun && booked[0] !== undefined ? { kind: 'unfounded', booked: booked[0], rerun: null } : null
}

/** What a rerun gives without what was lost when the venue was started again. */
export const withoutLost = (booked: readonly Booked[], rerun: readonly Rerun[], inputs: readonly VenueInput[]): readonly Rerun[] =>
  livesOf(booked, rerun, inputs).flatMap(({ given }) => given)

type Life = Readonly<{ own: readonly Booked[]; given: readonly Rerun[] }>

function livesOf(booked: readonly Booked[], rerun: readonly Rerun[], inputs: readonly VenueInput[]): readonly Life[] {
  const starts = inputs.flatMap(({ kind, at }) => (kind === 'begin' ? [at] : []))
  return starts.map((start, life) => {
    const from = life === 0 ? Number.NEGATIVE_INFINITY : start
    const until = starts[life + 1] ?? Number.POSITIVE_INFINITY
    const own = booked.filter(({ at }) => at >= from && at < until)
    const given = rerun.filter((each) => each.life === life)
    return { own, given: life === starts.length - 1 ? given : withoutLast(own, given) }
  })
}

/** The rerun's executions without those after the last that was booked of their order. */
function withoutLast(booked: readonly Booked[], given: readonly Rerun[]): readonly Rerun[] {
  const left = new Map<string, number>()
  for (const { orderId } of booked) left.set(orderId, (left.get(orderId) ?? 0) + 1)
  return given.filter(({ orderId }) => {
    const count = left.get(orderId) ?? 0
    left.set(orderId, count - 1)
    return count > 0
  })
}

function compareInOrder(booked: readonly Booked[], given: readonly Rerun[]): Difference | null {
  for (let at = 0; at < Math.max(booked.length, given.length); at += 1) {
    const [one, other] = [booked[at] ?? null, given[at] ?? null]
    const kind = differenceOf(one, other)
    if (kind !== null) return { kind, booked: one, rerun: other }
  }
  return null
}

function differenceOf(booked: Booked | null, given: Rerun | null): Difference['kind'] | null {
  if (booked === null) return 'missing'
  if (given === null) return 'unfounded'
  if (booked.orderId !== given.orderId) return 'order'
  if (booked.price !== given.price) return 'price'
  if (booked.quantity !== given.quantity) return 'quantity'
  if (booked.at !== given.at) return 'time'
  return booked.resting === given.resting ? null : 'resting'
}
