import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import { firstReadingOf } from '@rueda/exchange/prices/first-reading.ts'
import type { DayKey } from '@rueda/exchange/prices/day-keys.ts'
import { type DayBeacon, LOGGED_DAYS_BEFORE, dayAlpha, dayKeyOf } from '@rueda/proof/day.ts'
import { vrfDraw, vrfPublicKey } from '@rueda/proof/vrf.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Queries } from '../db/snapshot.ts'
import { StartRefused } from '../db/start-refused.ts'
import { VRF_SECRET } from '../vault/sealed-columns.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * Days that nobody chooses (`docs/rules/proof.md` P.23): from its start on, each market's day has the key that a verifiable random function gives
 * its name, under a key of the installation that is logged once. It crosses into the worker thread, so it is plain data.
 */
export type VrfDays = Readonly<{
  secretKey: Uint8Array
  starts: readonly VrfStart[]
  /** Days that were said, whose keys need not be drawn again. */
  known: readonly Readonly<{ market: MarketName; date: CalendarDate; key: Uint8Array }>[]
  alwaysOpen: boolean
  /** What was decided of the rounds that days wait for; null without a beacon. */
  rounds: readonly DayRound[] | null
}>
export type VrfStart = Readonly<{ market: MarketName; from: CalendarDate }>
/** `value` is null where the beacon had not said it in time: the day is drawn without, and its market stays closed. */
export type DayRound = Readonly<{ market: MarketName; date: CalendarDate; value: DayBeacon | null }>

const SECRET_BYTES = 32

type Wanted = Readonly<{
  isSeedSet: boolean
  alwaysOpen: boolean
  /** Asks for what is logged of the beacon that the settings name, once; null without one. */
  beacon: Readonly<{ name: string; rule: () => Promise<string | null> }> | null
  now: Instant
}>
type Sealing = Pick<Vault, 'seal' | 'open'>

/** Opens the key of days, and makes it where there is none; says from when on each market's days are drawn with it. */
export async function openVrfDays(pool: Pool, vault: Sealing, wanted: Wanted): Promise<VrfDays> {
  if ((await readVrfKey(pool)) === null) await makeKey(pool, vault, wanted)
  const key = await readVrfKey(pool)
  if (key === null) throw new Error('the key of days could not be read')
  const name = key.beacon?.split(' ')[0] ?? null
  if (name !== (wanted.beacon?.name ?? null)) throw new StartRefused(otherBeacon(name))
  // Whoever knows the seed knows every day: there is nothing to prove.
  if (!wanted.isSeedSet) await addStarts(pool, wanted)
  return daysOf(pool, vault, { key, alwaysOpen: wanted.alwaysOpen })
}

/** The same of a house that drew days before, for whoever draws them again; null where none were drawn so. */
export async function readVrfDays(reader: Queries, vault: Pick<Vault, 'open'>, alwaysOpen: boolean): Promise<VrfDays | null> {
  const key = await readVrfKey(reader)
  return key === null ? null : daysOf(reader, vault, { key, alwaysOpen })
}

type Known = Readonly<{ key: VrfKey; alwaysOpen: boolean }>

async function daysOf(reader: Queries, vault: Pick<Vault, 'open'>, { key, alwaysOpen }: Known): Promise<VrfDays> {
  const rounds = key.beacon === null ? null : await readRounds(reader)
  return { secretKey: openVrfSecret(vault, key), alwaysOpen, starts: await readVrfStarts(reader), known: await readKnown(reader), rounds }
}

async function makeKey(pool: Pool, vault: Sealing, { beacon, now }: Wanted): Promise<void> {
  const rule = beacon === null ? null : await beacon.rule()
  if (beacon !== null && rule === null)
    throw new StartRefused(
      `BEACON=${beacon.name} could not be reached, or its rounds cannot be verified. Its key is logged once with the key of days: start when it answers, or without BEACON.`,
    )
  const made = randomBytes(SECRET_BYTES)
  await pool.query('insert into vrf_keys (public_key, sealed, beacon, made_at) values ($1, $2, $3, $4) on conflict (only_row) do nothing', [
    vrfPublicKey(made),
    vault.seal(VRF_SECRET, made),
    rule,
    now,
  ])
}

const otherBeacon = (beacon: string | null): string =>
  `The beacon of this data's days was logged once and never changes: start it ${beacon === null ? 'without BEACON' : `with BEACON=${beacon}`}, or use other data.`

/** A first start that was refused has promised nothing, and leaves a market as new as before. */
async function isNewMarket(reader: Queries): Promise<boolean> {
  const { rows } = await reader.query('select market from vrf_starts union all select market from day_commitments limit 1')
  return rows.length === 0
}

async function addStarts(pool: Pool, { alwaysOpen, now }: Wanted): Promise<void> {
  const isNew = await isNewMarket(pool)
  const starts = marketNames.map((market) => {
    const { dateOf } = createCalendar(market, alwaysOpen)
    // Whoever watches has so long to see key and engine before; what was promised by its hash stays as it was promised.
    return { market, from: isNew ? dateOf(now) : addDays(dateOf(now + LOGGED_DAYS_BEFORE * DAY_MS), 1) }
  })
  await pool.query(ADD_STARTS, [starts.map(({ market }) => market), starts.map(({ from }) => from), now])
}
const ADD_STARTS = `
  insert into vrf_starts (market, from_date, added_at)
  select market, greatest(from_date, (select max(trade_date) + 1 from day_commitments p where p.market = starts.market)), $3
  from unnest($1::text[], $2::date[]) as starts (market, from_date)
  on conflict (market) do nothing`

export type VrfKey = Readonly<{ publicKey: Buffer; sealed: Buffer; beacon: string | null }>

/** The key of days; null before the first start of a market that has one. */
export async function readVrfKey(reader: Queries): Promise<VrfKey | null> {
  const { rows } = await reader.query<VrfKey>('select public_key as "publicKey", sealed, beacon from vrf_keys')
  return rows[0] ?? null
}

export const openVrfSecret = (vault: Pick<Vault, 'open'>, { sealed }: Pick<VrfKey, 'sealed'>): Uint8Array =>
  new Uint8Array(vault.open(VRF_SECRET, sealed))

export async function readVrfStarts(reader: Queries): Promise<readonly VrfStart[]> {
  const { rows } = await reader.query<VrfStart>('select market, from_date::text as from from vrf_starts order by market')
  return rows
}

async function readKnown(reader: Queries): Promise<VrfDays['known']> {
  const { rows } = await reader.query<{ market: MarketName; date: CalendarDate; output: Buffer }>(
    'select market, trade_date::text as date, output from day_keys',
  )
  return rows.map(({ market, date, output }) => ({ market, date, key: dayKeyOf(new Uint8Array(output)) }))
}

type RoundRow = Readonly<{ market: MarketName; date: CalendarDate; round: bigint; randomness: Buffer | null }>

export async function readRounds(reader: Queries): Promise<readonly DayRound[]> {
  const { rows } = await reader.query<RoundRow>('select market, trade_date::text as date, round, randomness from day_rounds')
  return rows.map(({ market, date, round, randomness }) => ({
    market,
    date,
    value: randomness === null ? null : { round: Number(round), randomness: new Uint8Array(randomness) },
  }))
}

/** Whether a market's day is drawn with the key of days. */
export function isVrfDay(starts: readonly VrfStart[]): (market: string, date: CalendarDate) => boolean {
  const from = new Map<string, CalendarDate>(starts.map((start) => [start.market, start.from]))
  return (market, date) => date >= (from.get(market) ?? NEVER)
}
const NEVER: CalendarDate = '9999-12-31'

export type VrfKeys = Readonly<{
  dayKey: DayKey
  isVrf: (market: string, date: CalendarDate) => boolean
  /** Takes up what was decided of rounds since. */
  tell: (rounds: readonly DayRound[]) => void
  /** No day's key is read before this moment of which nothing is decided. */
  readableUntil: () => Instant
}>

/** The keys of days, with those of the days before from somewhere else. */
export function vrfKeys({ secretKey, starts, known, alwaysOpen, rounds }: VrfDays, before: DayKey): VrfKeys {
  const isVrf = isVrfDay(starts)
  const keys = new Map(known.map(({ market, date, key }) => [placeOf(market, date), key]))
  const values = new Map<string, DayBeacon | null>()
  let readable: Instant = Number.POSITIVE_INFINITY
  const tell = (told: readonly DayRound[]): void => {
    for (const { market, date, value } of told) values.set(placeOf(market, date), value)
    if (rounds !== null) readable = readableUntil(starts, values, alwaysOpen)
  }
  tell(rounds ?? [])
  const draw = (market: string, date: CalendarDate): Uint8Array => {
    const beacon = rounds === null ? null : values.get(placeOf(market, date))
    if (beacon === undefined) throw new Error(`the beacon's value for ${market} on ${date} is not there yet`)
    return dayKeyOf(vrfDraw(secretKey, dayAlpha({ market, date, beacon })))
  }
  return {
    isVrf,
    tell,
    readableUntil: () => readable,
    dayKey: (market, date) => {
      if (!isVrf(market, date)) return before(market, date)
      const place = placeOf(market, date)
      const key = keys.get(place) ?? draw(market, date)
      keys.set(place, key)
      return key
    },
  }
}

/** When the first key is read of which nothing is decided yet. */
function readableUntil(starts: readonly VrfStart[], decided: ReadonlyMap<string, unknown>, alwaysOpen: boolean): Instant {
  const moments = starts.map(({ market, from }) => {
    const { nextTradingDate } = createCalendar(market, alwaysOpen)
    let date = nextTradingDate(addDays(from, -1))
    while (decided.has(placeOf(market, date))) date = nextTradingDate(date)
    return firstReadingOf(market, date, alwaysOpen)
  })
  return Math.min(Number.POSITIVE_INFINITY, ...moments)
}

const placeOf = (market: string, date: CalendarDate): string => `${market} ${date}`
