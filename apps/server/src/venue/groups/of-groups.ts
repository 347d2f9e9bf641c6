import type { VenueEvent } from '@rueda/exchange/venue.ts'
import type { Changes, FromWorker } from '../messages.ts'
import { laterBy } from '../numbering.ts'
import { FIRST } from './for-groups.ts'

/** What one group has said, with its number. */
export type Part = Readonly<{ group: number; message: FromWorker }>

/** Numbers the events of all groups in one sequence. */
export type Numbering = (events: readonly VenueEvent[]) => readonly VenueEvent[]

/**
 * Events of one message come out behind all that came before, in their order and with the same distances, so that the number of a trade between
 * customers, which is that of its first event, moves with its two sides.
 */
export function oneSequence(): Numbering {
  let last = 0
  return (events) => {
    const [first] = events
    if (first === undefined) return events
    const before = last - first.sequence + 1
    const numbered = events.map((event) => laterBy(event, before))
    last = numbered.at(-1)?.sequence ?? last
    return numbered
  }
}

/** One message of what every group that was asked has said; in the order of the groups. */
export function ofGroups(parts: readonly Part[], number: Numbering): FromWorker {
  const [first] = parts.map(({ message }) => message)
  if (first === undefined) throw new Error('no group has said anything')
  const failed = parts.map(({ message }) => message).find(({ kind }) => kind === 'failed')
  if (failed !== undefined) return failed
  switch (first.kind) {
    case 'begun':
    case 'advanced':
      return { kind: first.kind, changes: changesOf(parts) }
    case 'proposed': {
      const said = parts.flatMap(({ group, message }) => (message.kind === 'proposed' ? [{ group, message }] : []))
      return {
        ...first,
        events: said.flatMap(({ group, message: { events } }) => number(eventsOf(group, events))),
        inputs: said.flatMap(({ message }) => message.inputs),
      }
    }
    case 'events':
      return { ...first, events: parts.flatMap(({ group }) => number(eventsOf(group, first.events))) }
    case 'loaded':
    case 'answer':
    case 'failed':
    case 'marked':
      return first
  }
}

/** Every group has the sessions of every market; the first one says them. */
const eventsOf = (group: number, events: readonly VenueEvent[]): readonly VenueEvent[] =>
  group === FIRST ? events : events.filter(({ kind }) => kind !== 'session')

/** Quotes and values of the day are of each group's own instruments; what holds for whole markets, the first group says. */
function changesOf(parts: readonly Part[]): Changes {
  const all = parts.flatMap(({ message }) => ('changes' in message ? [message.changes] : []))
  const [ofFirst] = all
  if (ofFirst === undefined) throw new Error('no group has said what has changed')
  return { ...ofFirst, quotes: all.flatMap(({ quotes }) => quotes), daily: all.flatMap(({ daily }) => daily) }
}
