import { type AgencyId, agencyIds } from '@rueda/rules/follow/agency.ts'
import { type Mandate, isOpen, unitsWorth, valueOfUnits } from '@rueda/rules/follow/mandate.ts'
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
  const counted = (await begunMandatesOf(reader, accountId)).filter((each) => each.status === 'active' || endedAtLast(app, each))
  return [...Map.groupBy(counted, ({ agencyId }) => agencyId)].map(([agencyId, mandates]) => {
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

const endedAtLast = ({ agencies }: Told, { agencyId, settled }: Mandate): boolean =>
  settled !== null && settled.on === agencies.latest(agencyId)?.date

/** What the last strike has brought to units that were held before it, less the fee of what left early at it; a share of the gain comes beside it. */
function changeOf({ agencies }: Told, { agencyId, units, dealDate, renewals, amount, settled }: Mandate): bigint {
  const [before, last] = agencies.days(agencyId, 'live').slice(-2)
  if (before === undefined || last === undefined) return 0n
  // A renewal is dated as a beginning is, and its units were held before.
  const isNew = renewals === 0 && dealDate >= last.date
  if (settled !== null) {
    const left = settled.value - settled.exitFee
    return left - (isNew ? amount : valueOfUnits(unitsWorth(settled.value, settled.nav), publishedNav(before.nav)))
  }
  return isNew ? 0n : valueOfUnits(units, publishedNav(last.nav)) - valueOfUnits(units, publishedNav(before.nav))
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
