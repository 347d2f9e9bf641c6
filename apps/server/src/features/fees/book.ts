import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import {
  type FeeVersion,
  type MarketCommissions,
  type OrderRates,
  firstVersion,
  leastVolume,
  ratesOf,
  stepOf,
  versionAt,
  versionSeen,
  volumeMonthOf,
} from '@rueda/rules/fees/versions.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** The versions of the house's commissions and the volumes that decide their steps, kept in memory for every order. */
export interface FeeBook {
  /** The versions after the first, in their order. */
  later(): readonly FeeVersion[]
  /** Every version there is, the first among them. */
  all(): readonly FeeVersion[]
  /** The rates of a new order; of nobody's they are those of the first step. */
  rates(asked: RatesAsked, now: Instant): OrderRates
  /** True when the rates that a customer was shown can be confirmed no more. */
  isPassed(seen: number | null, now: Instant): boolean
  /** The rates that an order was accepted under. */
  ratesOf(market: MarketName, order: Readonly<{ feeVersion: number; feeStep: number }>): OrderRates
  volume(accountId: string, market: MarketName, now: Instant): bigint
  refresh(): Promise<void>
}

export type RatesAsked = Readonly<{ market: MarketName; accountId: string | null; feesSeen?: number | null | undefined }>

export function createFeeBook(pool: Pool): FeeBook {
  let later: readonly FeeVersion[] = []
  let known: string | null = null
  let volumes: ReadonlyMap<string, Counted> = new Map()
  const volume = (accountId: string, market: MarketName, now: Instant): bigint => {
    const counted = volumes.get(keyOf(accountId, market, volumeMonthOf(zoneOf(HOUSE_MARKET).dateAt(now))))
    return counted === undefined || counted.at > now ? 0n : counted.volume
  }
  const all = (): readonly FeeVersion[] => [firstVersion, ...later]
  return {
    later: () => later,
    all,
    rates: ({ market, accountId, feesSeen = null }, now) => {
      const version = versionSeen(later, feesSeen, now) ?? versionAt(later, now)
      return ratesOf(version, market, accountId === null ? 0 : stepOf(version, market, volume(accountId, market, now)))
    },
    isPassed: (seen, now) => versionSeen(later, seen, now) === null,
    ratesOf: (market, { feeVersion, feeStep }) => {
      const version = all().find((each) => each.version === feeVersion)
      if (version === undefined) throw new Error(`an order was accepted under version ${feeVersion} of the commissions, which is not known`)
      return ratesOf(version, market, feeStep)
    },
    volume,
    refresh: async () => {
      const state = (await pool.query<{ state: string }>(STATE)).rows[0]?.state ?? ''
      if (state === known) return
      const read = (await pool.query<VersionRow>(READ_VERSIONS)).rows.map(readVersion)
      volumes = read.some(({ markets }) => markets.some(({ market }) => leastVolume(read, market) !== null))
        ? await readVolumes(pool)
        : new Map()
      later = read
      known = state
    },
  }
}

/** Versions and counted months are only ever added, so their numbers say whether there is anything new. */
const STATE = `
  select (select count(*) from fee_versions) || ' ' || (select count(*) from trading_volume_months) as state`

export type VersionRow = Readonly<{ version: number; first_day: CalendarDate; starts_at: bigint; markets: readonly WrittenMarket[] }>
/** As it is stored: integers as text, so that none is rounded. */
type WrittenMarket = Readonly<{
  market: MarketName
  steps: readonly Readonly<{
    from: string
    commissions: readonly Readonly<{
      scope: MarketCommissions['steps'][number]['commissions'][number]['scope']
      rate: string
      minimum: string | null
      maximum: string | null
    }>[]
  }>[]
}>

export const READ_VERSIONS = 'select version, first_day, starts_at, markets from fee_versions order by version'

export const readVersion = ({ version, first_day: firstDay, starts_at: startsAt, markets }: VersionRow): FeeVersion => ({
  ...{ version, firstDay, startsAt: Number(startsAt) },
  markets: markets.map(readMarket),
})

const readMarket = ({ market, steps }: WrittenMarket): MarketCommissions => ({
  market,
  steps: steps.map(({ from, commissions }) => ({
    from: BigInt(from),
    commissions: commissions.map(({ scope, rate, minimum, maximum }) => ({
      scope,
      rate: BigInt(rate),
      minimum: minimum === null ? null : BigInt(minimum),
      maximum: maximum === null ? null : BigInt(maximum),
    })),
  })),
})

export const marketsJson = (markets: readonly MarketCommissions[]): readonly WrittenMarket[] =>
  markets.map(({ market, steps }) => ({
    market,
    steps: steps.map(({ from, commissions }) => ({
      from: String(from),
      commissions: commissions.map(({ scope, rate, minimum, maximum }) => ({
        ...{ scope, rate: String(rate) },
        minimum: minimum === null ? null : String(minimum),
        maximum: maximum === null ? null : String(maximum),
      })),
    })),
  }))

type Counted = Readonly<{ volume: bigint; at: Instant }>
type VolumeRow = Readonly<{ account_id: bigint; market: MarketName; month: string; volume: bigint; counted_at: bigint }>

const keyOf = (accountId: string, market: MarketName, month: string): string => `${accountId} ${market} ${month}`

/** Of the months that may decide now; older ones only explain old orders. */
const READ_VOLUMES = `
  select account_id, market, month, volume, counted_at from trading_volumes
  where month >= (select to_char(to_date(max(month), 'YYYY-MM') - interval '1 month', 'YYYY-MM') from trading_volumes)`

async function readVolumes(pool: Pool): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await pool.query<VolumeRow>(READ_VOLUMES)
  return new Map(
    rows.map(({ account_id: id, market, month, volume, counted_at: at }) => [keyOf(String(id), market, month), { volume, at: Number(at) }]),
  )
}
