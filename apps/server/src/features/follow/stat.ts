import { type AgencyId, agencyIds } from '@rueda/rules/follow/agency.ts'
import { type Mandate, isOpen, valueOfUnits } from '@rueda/rules/follow/mandate.ts'
import { publishedNav } from '@rueda/rules/funds/nav.ts'
import { mandateAsset } from '@rueda/rules/ledger/accounts.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { begunMandatesOf } from './store.ts'

/** What a customer has in mandates, in cents. */
type Told = Pick<App, 'agencies'>

const navOf = ({ agencies }: Told, { agencyId, entered }: Pick<Mandate, 'agencyId' | 'entered'>): bigint =>
  publishedNav(agencies.latest(agencyId)?.nav ?? entered?.nav ?? 0n)

/** All units of one agency: their worth, and what the last strike has changed of it. */
export type FollowValue = Readonly<{
  /** As the ledger counts them (`mandateAsset`). */
  asset: string
  units: bigint
  value: bigint
  change: bigint
  struckOn: CalendarDate | null
}>

export async function followValues(app: Told, reader: Reader, accountId: string): Promise<readonly FollowValue[]> {
  const active = (await begunMandatesOf(reader, accountId)).filter(({ status }) => status === 'active')
  return [...Map.groupBy(active, ({ agencyId }) => agencyId)].map(([agencyId, mandates]) => {
    const sum = (amountOf: (mandate: Mandate) => bigint): bigint => mandates.reduce((total, mandate) => total + amountOf(mandate), 0n)
    return {
      asset: mandateAsset(agencyId),
      units: sum(({ units }) => units),
      value: sum((mandate) => valueOfUnits(mandate.units, navOf(app, mandate))),
      change: sum((mandate) => changeOf(app, mandate)),
      struckOn: app.agencies.latest(agencyId)?.date ?? null,
    }
  })
}

/** What the last strike has brought to units that were held before it. */
function changeOf({ agencies }: Told, { agencyId, units, dealDate }: Mandate): bigint {
  const [before, last] = agencies.days(agencyId, 'live').slice(-2)
  if (before === undefined || last === undefined || dealDate >= last.date) return 0n
  return valueOfUnits(units, publishedNav(last.nav)) - valueOfUnits(units, publishedNav(before.nav))
}

const agencyOfAsset: ReadonlyMap<string, AgencyId> = new Map(agencyIds.map((id) => [mandateAsset(id), id]))
export const isMandateAsset = (asset: string): boolean => agencyOfAsset.has(asset)

/** What units were worth at the end of a date, in cents, by the last strike up to it. */
export const followedOn = ({ agencies }: Told, units: ReadonlyMap<string, bigint>, date: CalendarDate): bigint =>
  [...units].reduce((sum, [asset, held]) => {
    const agencyId = agencyOfAsset.get(asset)
    const day = agencyId === undefined ? undefined : agencies.days(agencyId, 'live').findLast((each) => each.date <= date)
    return day === undefined ? sum : sum + valueOfUnits(held, publishedNav(day.nav))
  }, 0n)

/** What the customer's mandates are worth, what waits to begin, and what all of them have brought. */
export async function statisticsOf(app: Told, reader: Reader, accountId: string) {
  const mandates = await begunMandatesOf(reader, accountId)
  const worth = (mandate: Mandate): bigint => valueOfUnits(mandate.units, navOf(app, mandate))
  const sum = (those: readonly Mandate[], amountOf: (mandate: Mandate) => bigint): string =>
    formatMinor(
      those.reduce((total, mandate) => total + amountOf(mandate), 0n),
      'USD',
    )
  return {
    value: sum(mandates.filter(isOpen), worth),
    waiting: sum(
      mandates.filter(({ status }) => status === 'waiting'),
      ({ amount }) => amount,
    ),
    income: sum(
      mandates.filter(({ entered }) => entered !== null),
      (mandate) => (mandate.settled === null ? worth(mandate) : mandate.settled.payout) - mandate.amount,
    ),
    currency: 'USD',
  }
}
