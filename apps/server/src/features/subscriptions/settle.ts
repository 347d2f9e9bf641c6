import { ok } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import { deliverShares, settleApplication, withdrawApplication } from '@rueda/rules/subscriptions/settle.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { openPositionsIn } from '../positions/records.ts'
import { subscriptionsById } from './records.ts'

/** What happens to an application by itself, decided under its account's version: it may be tried twice, or late after downtime. */
const NOTHING = { entries: [] } as const

type Settling = Readonly<{ id: string; allotted: bigint; name: string; toldDay: CalendarDate }>

export const settlingApplication = commandKind({
  name: 'subscriptions.settle',
  reads: ({ id }: Settling) => ({ wallets: [SUBSCRIPTION_WALLET], records: [subscriptionsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, settling, state, now) => {
    const settled = settleApplication(state, { ...settling, valueDate: houseDate(venue) }, now)
    return ok({ outcome: settled?.outcome ?? NOTHING, data: true as const })
  },
})

type Delivering = Readonly<{ id: string; instrumentId: string; date: CalendarDate; positionId: string; unlocksOn: CalendarDate | null }>

export const deliveringShares = commandKind({
  name: 'subscriptions.deliver',
  reads: ({ id, instrumentId }: Delivering) => ({ wallets: [], records: [openPositionsIn([instrumentId]), subscriptionsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { id, date, positionId, unlocksOn }, state, now) => {
    const newPosition = { id: positionId, number: referenceNumber('P', date, positionId) }
    const delivered = deliverShares(state, { id, date, newPosition, unlocksOn, venue: venue.label }, now)
    return ok({ outcome: delivered?.outcome ?? NOTHING, data: true as const })
  },
})

type Withdrawing = Readonly<{ id: string; name: string; paidIn: number | null }>

export const withdrawingApplication = commandKind({
  name: 'subscriptions.withdraw',
  reads: ({ id }: Withdrawing) => ({ wallets: [SUBSCRIPTION_WALLET], records: [subscriptionsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, withdrawing, state, now) => {
    const withdrawn = withdrawApplication(state, { ...withdrawing, valueDate: houseDate(venue) }, now)
    return ok({ outcome: withdrawn?.outcome ?? NOTHING, data: true as const })
  },
})
