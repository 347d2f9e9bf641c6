import { type AgencyId, agencyIds } from '@rueda/rules/follow/agency.ts'
import type { Mandate } from '@rueda/rules/follow/mandate.ts'
import { type Strike, WALLET, confirmMandate } from '@rueda/rules/follow/place.ts'
import { dueStrike, strikeMandate } from '@rueda/rules/follow/settle.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { roomOf } from './capacity.ts'
import { mandatesById } from './records.ts'
import { type AgencyStanding, standingOf } from './standing.ts'
import { activeMandates, waitingMandates } from './store.ts'

type Dealing = Pick<App, 'pool' | 'venue' | 'commands' | 'agencies' | 'offerings' | 'log'>

const MAX_AT_ONCE = 256

/** The strike up to which every loss limit was looked at, by agency: limits that were set since begin with a later one. */
export type LookedThrough = Map<AgencyId, CalendarDate>

/**
 * Confirms, renews and settles everything whose strike is there. Each mandate is decided under its account's version, so that this may run
 * twice, or late after downtime; one that cannot be decided holds up no other. Returns the number of mandates.
 */
export async function dealMandates(app: Dealing, looked: LookedThrough): Promise<number> {
  let count = 0
  for (const agencyId of agencyIds) {
    if (app.agencies.latest(agencyId) === null) continue
    // What ends makes room for what begins at the same strike.
    count += await settleOf(app, agencyId, looked)
    count += await confirmOf(app, agencyId)
  }
  return count
}

/** True where no later strike will come, so that what waits goes back. */
const isOver = ({ status }: AgencyStanding): boolean => status === 'closed' || status === 'stopped'

async function confirmOf(app: Dealing, agencyId: AgencyId): Promise<number> {
  const standing = standingOf(app, agencyId)
  const through = app.agencies.latest(agencyId)?.date
  if (through === undefined) return 0
  let count = 0
  let firstBefore: string | null = null
  for (;;) {
    const due = await waitingMandates(app.pool, { agencyId, through, isOver: isOver(standing), most: MAX_AT_ONCE })
    const first = due[0]?.id ?? null
    // A mandate that a decision leaves as it was would come again for ever.
    if (first === null || first === firstBefore) return count
    firstBefore = first
    let room = (await roomOf(app, 'active'))(agencyId).left
    const works = due.map((mandate) => {
      const strike = strikeFor(app, agencyId, mandate.dealDate)
      const given = { room, isOver: standing.endsOn !== null && strike !== null && strike.date >= standing.endsOn }
      // Whoever asked first comes first into what the agency can still take.
      if (!given.isOver && mandate.amount <= room) room -= mandate.amount
      return strike === null ? Promise.resolve(false) : deal(app, mandate, strike, given)
    })
    count += (await Promise.all(works)).filter(Boolean).length
  }
}

/** The first strike on a date or after it; of an agency that has ended, its last. */
function strikeFor(app: Dealing, agencyId: AgencyId, date: CalendarDate): Strike | null {
  const days = app.agencies.days(agencyId, 'live')
  const found = days.find((day) => day.date >= date) ?? (isOver(standingOf(app, agencyId)) ? days.at(-1) : undefined)
  return found === undefined ? null : { date: found.date, nav: found.nav, fees: found.fees }
}

async function settleOf(app: Dealing, agencyId: AgencyId, looked: LookedThrough): Promise<number> {
  const { endsOn } = standingOf(app, agencyId)
  const days = app.agencies.days(agencyId, 'live')
  const through = days.at(-1)?.date
  if (through === undefined) return 0
  const everyone = endsOn !== null && through >= endsOn
  const withLimits = looked.get(agencyId) !== through
  let count = 0
  let after: string | null = null
  for (;;) {
    const wanted = { agencyId, through, most: MAX_AT_ONCE, after, everyone, withLimits }
    const some: readonly Mandate[] = await activeMandates(app.pool, wanted)
    count += (await Promise.all(some.map((mandate) => settleDue(app, mandate, days)))).filter(Boolean).length
    after = some.at(-1)?.id ?? null
    if (some.length < MAX_AT_ONCE) break
  }
  looked.set(agencyId, through)
  return count
}

/** Carries a mandate through every strike at which something happens to it, in their order. */
async function settleDue(app: Dealing, mandate: Mandate, days: readonly Strike[]): Promise<boolean> {
  const { endsOn } = standingOf(app, mandate.agencyId)
  let current: Mandate | null = mandate
  let hasChanged = false
  while (current !== null && current.status === 'active') {
    const strike: Strike | null = dueStrike(current, days, endsOn)
    if (strike === null) return hasChanged
    const next: Mandate | null = await deal(app, current, strike, { room: 0n, isOver: endsOn !== null && strike.date >= endsOn })
    // A mandate that a strike leaves as it was would come again for ever.
    if (next === null) return hasChanged
    hasChanged = true
    current = next
  }
  return hasChanged
}

type Given = Readonly<{ room: bigint; isOver: boolean }>

/** The mandate as a strike leaves it; null where it does nothing to it, or could not be decided. */
async function deal(app: Dealing, mandate: Mandate, { date, nav, fees }: Strike, { room, isOver: over }: Given): Promise<Mandate | null> {
  const { id: mandateId, agencyId, accountId } = mandate
  const nextDate = app.venue.nextTradingDate(HOUSE_MARKET, date)
  if (nextDate === null) return null
  const given = {
    mandateId,
    strike: { date, nav, fees },
    over: over ? (standingOf(app, agencyId).reason ?? 'closed') : null,
    nextDate,
    room,
  }
  try {
    const dealt = taken(await app.commands.run(dealingMandate, { accountId, idempotency: null, arguments: given }))
    return dealt.ok ? dealt.value : null
  } catch (error) {
    app.log.error({ err: error, mandateId }, 'a mandate could not be dealt and is tried again')
    return null
  }
}

type Deal = Readonly<{
  mandateId: string
  strike: Strike
  over: 'stop' | 'closed' | null
  nextDate: CalendarDate
  room: bigint
}>

const NOTHING = { entries: [] } as const

export const dealingMandate = commandKind({
  name: 'follow.deal',
  reads: ({ mandateId }: Deal) => ({ wallets: [WALLET], records: [mandatesById([mandateId])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { mandateId, strike, over, nextDate, room }, state, now) => {
    const valueDate = houseDate(venue)
    const dealt =
      confirmMandate(state, { mandateId, strike, room, isOver: over !== null, valueDate }, now) ??
      strikeMandate(state, { mandateId, strike, over, nextDate, venue: venue.label, valueDate }, now)
    return ok({ outcome: dealt?.outcome ?? NOTHING, data: dealt?.mandate ?? null })
  },
})
