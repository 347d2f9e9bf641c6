import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { firstReadingOf } from '@rueda/exchange/prices/first-reading.ts'
import { beaconValue } from '@rueda/proof/beacon.ts'
import { dayAlpha, dayKeyOf, faultOfDay } from '@rueda/proof/day.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { parseRule, roundOfDay } from '../../../beacon/beacon.ts'
import { inSlices } from '../../../slices.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Findings } from './findings.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * DAY-1 to -3: the days that nobody chose. Each is proven again, as anybody outside proves it, under the key that the log has; an incremental run
 * proves those after the last that it found in order.
 */
export async function verifyDays(
  { snapshots, findings }: Readonly<{ snapshots: Snapshots; findings: Findings }>,
  checkpoint: Checkpoint | null,
): Promise<void> {
  const since = (await checkpoint?.mark('days')) ?? null
  const before = findings.found()
  await findings.measure('DAY-2', async () => (await snapshots.query<object>(NOT_AS_SAID)).rows)
  await findings.measure('DAY-3', () => missingDays(snapshots))
  const through = await findings.measured('DAY-1', async () => {
    const { faults, newest } = await unproven(snapshots, since)
    findings.add('DAY-1', faults)
    return newest
  })
  if (through !== null && findings.found() === before) await checkpoint?.keepMark('days', through)
}

/** The row's number tells how far it was looked at, over all markets. */
type Row = Readonly<{
  market: string
  date: CalendarDate
  proof: Buffer
  output: Buffer
  round: bigint | null
  randomness: Buffer | null
  signature: Buffer | null
  always_open: boolean
  said: bigint
  key: string | null
  rule: string | null
}>

async function unproven(
  snapshots: Snapshots,
  since: string | null,
): Promise<Readonly<{ faults: readonly object[]; newest: string | null }>> {
  const faults: object[] = []
  const { rows } = await snapshots.query<Row>(DAYS, [since ?? '0'])
  const pause = inSlices()
  for (const row of rows) {
    const { market, date, proof, output, round, randomness, key } = row
    const beacon = round === null || randomness === null ? null : { round: Number(round), randomness: new Uint8Array(randomness) }
    const day = { market, date, beacon, proof: new Uint8Array(proof), output: new Uint8Array(output) }
    const fault = key === null ? 'no key' : faultOfDay(new Uint8Array(Buffer.from(key, 'hex')), { ...day, key: dayKeyOf(day.output) })
    const roundFault = roundFaultOf(row)
    if (roundFault !== null) faults.push({ market, date, fault: roundFault })
    if (fault !== null) faults.push({ market, date, fault, alpha: Buffer.from(dayAlpha(day)).toString('hex') })
    await pause()
  }
  return { faults, newest: rows.at(-1)?.said.toString() ?? since }
}
/** A round is the last one before anybody read the day's key, and its value is what the logged key of the beacon signed. */
function roundFaultOf({ market, date, round, randomness, signature, rule: text, always_open: alwaysOpen }: Row): string | null {
  if (round === null || randomness === null) return null
  const name = marketNames.find((each) => each === market)
  if (name === undefined || text === null || signature === null) return 'a round without a beacon'
  const rule = parseRule(text)
  if (Number(round) !== roundOfDay(rule, firstReadingOf(name, date, alwaysOpen))) return 'another round'
  const value = beaconValue(new Uint8Array(Buffer.from(rule.key, 'hex')), Number(round), new Uint8Array(signature))
  return value !== null && Buffer.from(value).equals(randomness) ? null : 'a value that the beacon did not sign'
}
const DAYS = `
  select market, trade_date::text as date, proof, output, d.round, d.randomness, said_at as said, r.signature,
         (select always_open from venue_settings) as always_open, (select beacon from vrf_keys) as rule,
         (select min(entry::jsonb ->> 'key') from trust_entries where kind = 'key' and entry::jsonb ->> 'purpose' = 'days') as key
  from day_keys d left join day_rounds r using (market, trade_date) where said_at >= $1::bigint order by said_at`

const SAID = `
  (select entry::jsonb as entry, log from trust_entries where kind in ('day-key', 'key')
   union all select entry::jsonb, null from trust_waiting where entry::jsonb ->> 'kind' in ('day-key', 'key'))`
const SAYS_IT = `
  said.entry ->> 'kind' = 'day-key' and said.entry ->> 'market' = d.market and said.entry ->> 'date' = d.trade_date::text
  and said.entry ->> 'engine' = d.engine and said.entry ->> 'proof' = encode(d.proof, 'hex') and said.entry ->> 'output' = encode(d.output, 'hex')
  and said.entry #>> '{beacon,round}' is not distinct from d.round::text
  and said.entry #>> '{beacon,randomness}' is not distinct from encode(d.randomness, 'hex')`
const NOT_AS_SAID = `
  select d.market, d.trade_date::text as date, count(said.entry) as times from day_keys d left join ${SAID} said on ${SAYS_IT}
  group by 1, 2 having count(said.entry) <> 1
  union all
  select said.entry ->> 'market', said.entry ->> 'date', 0 from ${SAID} said
  where said.entry ->> 'kind' = 'day-key' and not exists (select from day_keys d where ${SAYS_IT})
  union all
  select 'key of days', said.entry ->> 'key', said.log from ${SAID} said
  where said.entry ->> 'kind' = 'key' and said.entry ->> 'purpose' = 'days'
    and not exists (select from vrf_keys k where encode(k.public_key, 'hex') = said.entry ->> 'key' and k.beacon is not distinct from said.entry ->> 'beacon')
  union all
  select d.market, d.trade_date::text, d.round from day_keys d full join day_rounds r using (market, trade_date)
  where d.market is not null and (d.round is distinct from case when r.randomness is null then null else r.round end
    or d.randomness is distinct from r.randomness)`

type Span = Readonly<{ market: string; from: CalendarDate; newest: CalendarDate; always_open: boolean; dates: readonly string[] }>

/** Trading days between the first that is proven and the newest that was said, of which nothing was said. */
async function missingDays(snapshots: Snapshots): Promise<readonly object[]> {
  const { rows } = await snapshots.query<Span>(SPANS)
  return rows.flatMap(({ market, from, newest, always_open: alwaysOpen, dates }) => {
    const said = new Set(dates)
    const name = marketNames.find((each) => each === market)
    const days = name === undefined ? [] : createCalendar(name, alwaysOpen).calendarDays(from, newest)
    const expected = days.filter(({ trading }) => trading).map(({ date }) => date)
    const unsaid = expected.filter((date) => !said.has(date)).map((date) => ({ market, date, fault: 'not said' }))
    return [...unsaid, ...dates.filter((date) => date < from).map((date) => ({ market, date, fault: 'before its start' }))]
  })
}
const SPANS = `
  select d.market, coalesce(s.from_date, '9999-12-31')::text as from, max(d.trade_date)::text as newest,
         (select always_open from venue_settings) as always_open, array_agg(d.trade_date::text) as dates
  from day_keys d left join vrf_starts s using (market) group by d.market, s.from_date`
