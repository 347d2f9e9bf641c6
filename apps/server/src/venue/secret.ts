import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { VENUE_SECRET } from '../vault/sealed-columns.ts'
import type { Vault } from '../vault/vault.ts'
import { StartRefused } from '../db/start-refused.ts'
import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import { modelColumns } from './price-models.ts'
import type { ScenarioFile } from './scenario-file.ts'

/**
 * The secret that all simulated prices come from. It is made at the first start and stays with the data, sealed in the
 * vault; each market and day has a key of its own, so that one day can be revealed without the next.
 */
export type VenueMode = Readonly<{ market: 'sim' | 'replay'; alwaysOpen: boolean }>
export type VenueIdentity = VenueMode &
  Readonly<{
    secret: Buffer
    clockReached: Instant | null
    /** The scenario's text, as it was made and promised at the first start. */ scenario: string | null
  }>

const SECRET_BYTES = 32

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** Derives the secret from SIM_SEED, which makes it known in advance: for tests only. */
export const secretOfSeed = (seed: string): Buffer => sha256(`rueda market seed:${seed}`)

/** The key of each market's day. With one of them that day can be recomputed, and no other. */
export function dayKeysOf(secret: Uint8Array): (market: string, date: CalendarDate) => Buffer {
  // Years of history need thousands of keys; making the secret a key each time took longer than all of them.
  const key = createSecretKey(secret)
  return (market, date) => createHmac('sha256', key).update(`day:${market}:${date}`).digest()
}

type Wanted = VenueMode & Readonly<{ seed: string | null; scenario: ScenarioFile | null; now: Instant }>
type Stored = Readonly<{
  market: 'sim' | 'replay'
  always_open: boolean
  clock_reached_at: bigint | null
  scenario: string | null
  scenario_source: string | null
}>

type Row = Stored & Readonly<{ secret: Buffer }>

export type VenueVault = Pick<Vault, 'seal' | 'open'>

/**
 * Reads the market's identity, or makes it at the first start. Started with another mode or seed, it refuses.
 * `mayBe` throws where this market cannot be; nothing is made then.
 */
export async function openIdentity(pool: Pool, vault: VenueVault, wanted: Wanted, mayBe: () => void): Promise<VenueIdentity> {
  const secret = wanted.seed === null ? randomBytes(SECRET_BYTES) : secretOfSeed(wanted.seed)
  const known = await readIdentity(pool, vault)
  if (known !== null) refuseOther(known, wanted, secret)
  mayBe()
  if (known === null) {
    const scenario = wanted.scenario?.textAt(wanted.now) ?? null
    const made = [vault.seal(VENUE_SECRET, secret), wanted.market, wanted.alwaysOpen, wanted.now, scenario, wanted.scenario?.source ?? null]
    await pool.query(MAKE, [...made, ...modelColumns(startsOfNewMarket())])
  }
  const stored = known ?? (await readIdentity(pool, vault))
  if (stored === null) throw new Error('The market of this database could not be read.')
  const { market, always_open: alwaysOpen, clock_reached_at: reached, scenario } = stored
  return {
    secret: stored.secret,
    market,
    alwaysOpen,
    scenario,
    clockReached: reached === null ? null : Number(reached),
  }
}

// Its days have the newest price model from the beginning of its history.
const MAKE = `
  with made as (
    insert into venue_settings (sealed, market, always_open, created_at, scenario, scenario_source) values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing returning created_at
  )
  insert into price_models (market, from_date, model, added_at)
  select starts.market, from_date, model, created_at
  from made, unnest($7::text[], $8::date[], $9::smallint[]) as starts (market, from_date, model)`

/** Reads the identity; a secret that an earlier version left in clear is sealed, and the clear one taken away. */
async function readIdentity(pool: Pool, vault: VenueVault): Promise<Row | null> {
  const { rows } = await pool.query<Stored & Readonly<{ secret: Buffer | null; sealed: Buffer | null }>>(
    'select secret, sealed, market, always_open, clock_reached_at, scenario, scenario_source from venue_settings',
  )
  if (rows[0] === undefined) return null
  const { secret: clear, sealed, ...stored } = rows[0]
  if (sealed !== null) return { ...stored, secret: vault.open(VENUE_SECRET, sealed) }
  if (clear === null) return null
  await pool.query('update venue_settings set sealed = $1, secret = null where secret is not null', [vault.seal(VENUE_SECRET, clear)])
  return { ...stored, secret: clear }
}

function refuseOther(stored: Row, wanted: Wanted, wantedSecret: Buffer): void {
  if (stored.market !== wanted.market) {
    throw new StartRefused(
      `This data belongs to a market that was started with MARKET=${stored.market}. Start it so again, or use other data.`,
    )
  }
  // A replay keeps the hours of its recording.
  if (stored.market === 'sim' && stored.always_open !== wanted.alwaysOpen) {
    throw new StartRefused(
      `This data belongs to a market that was started with SIM_ALWAYS_OPEN=${stored.always_open ? 1 : 0}. Start it so again, or use other data.`,
    )
  }
  if (wanted.scenario !== null && stored.scenario_source !== wanted.scenario.source) {
    throw new StartRefused(
      'A scenario belongs to a market from its first start on, and this data has another one or none. Start it without SIM_SCENARIO or with the same file, or use other data.',
    )
  }
  if (wanted.seed !== null && !stored.secret.equals(wantedSecret)) {
    throw new StartRefused(
      'This data belongs to a market with another secret than SIM_SEED gives. Start it without SIM_SEED or with the same one, or use other data.',
    )
  }
}

/** Returns the time that was reached, whatever was last remembered of it: a killed server may have booked something since. */
export async function reachedByBooks(pool: Pool, remembered: Instant | null): Promise<Instant | null> {
  const { rows } = await pool.query<{ last: bigint | null }>('select max(last_at) as last from account_states where sequence > 0')
  const last = rows[0]?.last ?? null
  return last === null ? remembered : Math.max(remembered ?? 0, Number(last))
}

export async function rememberClock(pool: Pool, now: Instant): Promise<void> {
  await pool.query('update venue_settings set clock_reached_at = $1', [now])
}
