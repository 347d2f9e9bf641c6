import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Deciding, FullApp } from '../../app.ts'
import { inSets, taken } from '../../in-sets.ts'
import type { CommandKind } from '../../write-path/commands.ts'
import { type DueSubscription, subscriptionsIn } from './applications.ts'
import { deliveringShares, settlingApplication, withdrawingApplication } from './settle.ts'

/** What is due to those who applied, whatever they applied for. Each step looks for what is not done: it may come twice, or late. */
type Paying = Pick<FullApp, 'pool' | 'commands' | 'ids' | 'log'>

type Allotted = Readonly<{
  id: string
  name: string
  lotSize: bigint
  /** The day that the message names. */
  toldDay: CalendarDate
  /** Lots by the number of the application. */
  results: () => Promise<ReadonlyMap<string, number>>
}>

/** Captures what was allotted and gives the rest back; whoever is not on the list has everything back. */
export async function settleAll(app: Paying, { id, name, lotSize, toldDay, results }: Allotted): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['waiting'])
  if (due.length === 0) return
  const lots = await results()
  await forEach(app, due, settlingApplication, ({ id: application, number }) => ({
    ...{ id: application, allotted: BigInt(lots.get(number) ?? 0) * lotSize, name, toldDay },
  }))
}

type Delivered = Readonly<{
  id: string
  date: CalendarDate
  /** Null where the shares can be sold at once. */
  unlocksOn: CalendarDate | null
}>

export async function deliverAll(app: Paying, { id, date, unlocksOn }: Delivered): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['allotted'])
  await forEach(app, due, deliveringShares, ({ id: application, instrumentId }) => ({
    ...{ id: application, instrumentId, date, positionId: app.ids.next(), unlocksOn },
  }))
}

/** Of an offering that was taken back. */
export async function giveBackAll(app: Paying, { id, name }: Readonly<{ id: string; name: string }>): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['waiting', 'allotted'])
  await forEach(app, due, withdrawingApplication, async (each) => ({ id: each.id, name, paidIn: await paymentOf(app, each) }))
}

/** The entry in which an application was paid, among its customer's; null where it was not. */
async function paymentOf({ pool }: Paying, { accountId, id }: DueSubscription): Promise<number | null> {
  const { rows } = await pool.query<{ sequence: bigint }>(
    `select sequence from entries where account_id = $1 and cause_kind = 'subscription' and cause_id = $2 and journal = 'J51'`,
    [accountId, id],
  )
  return rows[0] === undefined ? null : Number(rows[0].sequence)
}

/** A command for each of them: one that fails is told, and holds up nobody else. */
const forEach = <Given>(
  { commands, log }: Paying,
  due: readonly DueSubscription[],
  kind: CommandKind<Given, true, Pick<Deciding, 'venue'>>,
  argumentsOf: (each: DueSubscription) => Given | Promise<Given>,
): Promise<void> =>
  inSets(due, async (each) => {
    const command = { accountId: each.accountId, idempotency: null, arguments: await argumentsOf(each) }
    try {
      taken(await commands.run(kind, command))
    } catch (error) {
      log.error({ err: error }, 'an application for offered shares could not be settled and is tried again')
    }
  })
