import type { VenueOrder } from '@rueda/exchange/venue.ts'
import { groupOfInstrument } from '@rueda/rules/instruments/group.ts'
import type { Question, ToWorker } from '../messages.ts'

/** A message as each group gets it, by the group's number; a group without one is not concerned. */
export type ForGroups = ReadonlyMap<number, ToWorker>

/** Divides a message to the market among `count` groups: orders go to the group of their instrument, what holds for all goes to all. */
export function forGroups(message: ToWorker, count: number): ForGroups {
  switch (message.kind) {
    case 'begin': {
      const orders = ordersByGroup(message.orders, count)
      return toAll(count, (number) => ({ ...message, orders: orders.get(number) ?? [] }))
    }
    case 'submit':
    case 'propose': {
      const orders = ordersByGroup(message.orders, count)
      // Somebody has to answer a proposal of no orders.
      if (orders.size === 0) return new Map([[FIRST, message]])
      return new Map([...orders].map(([number, own]) => [number, { ...message, orders: own }]))
    }
    case 'ask': {
      const number = groupAsked(message.question, count)
      return number === null ? toAll(count, () => message) : new Map([[number, message]])
    }
    case 'advance':
    case 'grow':
    case 'mark':
      return toAll(count, () => message)
  }
}

/** The group that answers for what all of them know. */
export const FIRST = 0

/** The group that a question is for; null for one to all of them. An order is known to the group that has it, and changes nothing in the others. */
function groupAsked(question: Question, count: number): number | null {
  switch (question.about) {
    case 'depth':
    case 'trades':
    case 'meanMid':
      return groupOfInstrument(question.instrumentId, count)
    case 'bars':
      return groupOfInstrument(question.request.instrumentId, count)
    case 'calendar':
    case 'corporateActions':
    case 'commitments':
      return FIRST
    case 'booked':
    case 'cancel':
    case 'reduce':
    case 'stops':
    case 'closedDays':
    case 'newListings':
    case 'rounds':
      return null
  }
}

const ordersByGroup = (orders: readonly VenueOrder[], count: number): ReadonlyMap<number, readonly VenueOrder[]> =>
  Map.groupBy(orders, ({ instrumentId }) => groupOfInstrument(instrumentId, count))

const toAll = (count: number, messageOf: (number: number) => ToWorker): ForGroups =>
  new Map(Array.from({ length: count }, (_, number) => [number, messageOf(number)]))
