import { dayAlpha, dayKeyOf, isLoggedBefore } from '@rueda/proof/day.ts'
import { vrfOutput, vrfProve } from '@rueda/proof/vrf.ts'
import type { DayCommitment } from '@rueda/exchange/venue.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inSlices } from '../../slices.ts'
import { readDaysKey } from '../../trust-log/days-key.ts'
import { type EngineOfDay, engineOfDay } from '../../trust-log/engine-of-day.ts'
import { lineOf } from '../../trust-log/log.ts'
import { sayLater } from '../../trust-log/log-store.ts'
import { ownEngine } from '../../trust-log/own-engine.ts'
import { type VrfStart, isVrfDay, openVrfSecret, readRounds, readVrfKey, readVrfStarts } from '../../venue/vrf-days.ts'
import * as store from './day-store.ts'

type Parts = Pick<FullApp, 'pool' | 'venue' | 'vault' | 'wallClock' | 'settings'>

/**
 * Says in the log, of each day that is over and that nobody chose, what its key was drawn by and the proof of it (`docs/rules/proof.md` P.23).
 * Kept in one transaction with what is said, so that each day is said once, whenever the server stops.
 */
export async function sayDays(parts: Parts): Promise<void> {
  const { pool, vault } = parts
  const key = await readVrfKey(pool)
  const starts = await readVrfStarts(pool)
  if (key === null || starts.length === 0) return
  const due = await daysOver(parts, starts)
  if (due.length === 0) return
  const secretKey = openVrfSecret(vault, key)
  const rounds = key.beacon === null ? [] : await readRounds(pool)
  const pause = inSlices()
  for (const day of due) {
    const round = rounds.find(({ market, date }) => market === day.market && date === day.date)
    await sayDay(parts, day, {
      secretKey,
      beacon: round?.value ?? null,
      isBeaconMissing: key.beacon !== null && (round?.value ?? null) === null,
    })
    await pause()
  }
}

/** Oldest first. */
async function daysOver({ pool, venue }: Parts, starts: readonly VrfStart[]): Promise<readonly DayCommitment[]> {
  const said = await store.newestSaid(pool)
  const [since = ''] = starts.map(({ market, from }): CalendarDate => said.get(market) ?? from).toSorted()
  const isVrf = isVrfDay(starts)
  const days = await venue.commitments(since)
  return days
    .filter(({ market, date, key }) => key !== null && isVrf(market, date) && date > (said.get(market) ?? ''))
    .toSorted((a, b) => a.date.localeCompare(b.date))
}

type Drawing = Readonly<{
  secretKey: Uint8Array
  beacon: store.SaidDay['beacon']
  isBeaconMissing: boolean
}>

async function sayDay(parts: Parts, { market, date, model, key }: DayCommitment, drawing: Drawing): Promise<void> {
  const { pool, wallClock } = parts
  const { secretKey, beacon } = drawing
  const proof = vrfProve(secretKey, dayAlpha({ market, date, beacon }))
  const output = vrfOutput(proof)
  if (output === null || toHex(dayKeyOf(output)) !== key)
    throw new Error(`the market drew ${market} on ${date} with another key than its proof shows`)
  const at = wallClock.now()
  const { hash: engine } = await ownEngine()
  const ofEngine = await engineOfDay(pool, date, engine)
  const keyLoggedAt = (await readDaysKey(pool))?.loggedAt ?? null
  const unclaimed = causeOf(parts, date, { keyLoggedAt, ofEngine, isBeaconMissing: drawing.isBeaconMissing })
  const said = beacon === null ? null : { round: String(beacon.round), randomness: toHex(beacon.randomness) }
  const line = lineOf({ kind: 'day-key', at, market, date, engine, proof: toHex(proof), output: toHex(output), beacon: said })
  await inTransaction(pool, async (client) => {
    await store.keepDay(client, { market, date, model, proof, output, engine, beacon, unclaimed }, at)
    await sayLater(client, line, at)
    return ok(null)
  })
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

type Circumstances = Readonly<{
  keyLoggedAt: number | null
  ofEngine: EngineOfDay
  isBeaconMissing: boolean
}>

/** Why nothing is claimed of a day; null where the claim holds. */
function causeOf({ settings }: Parts, date: CalendarDate, of: Circumstances): store.UnclaimedCause | null {
  if (settings.SIM_SEED !== undefined) return 'seed'
  // Of a clock that is not the real one nobody can say what came before what.
  if (settings.SIM_CLOCK.kind !== 'real') return 'clock'
  if (of.isBeaconMissing) return 'beacon'
  if (of.ofEngine.isOther) return 'engine'
  const isEarly = of.keyLoggedAt !== null && isLoggedBefore(date, of.keyLoggedAt)
  return isEarly && of.ofEngine.isEarly ? null : 'soon'
}
