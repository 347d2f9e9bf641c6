import { equalBytes } from '@rueda/proof/bytes.ts'
import { inputChainStart, inputHashOf, nextInputHead } from '@rueda/proof/input-chain.ts'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import type { ModelStart } from '@rueda/exchange/prices/model-starts.ts'
import { compareExecutions } from '@rueda/exchange/reruns/compare.ts'
import { type InputRecord, inputOf, marketOfId } from '@rueda/exchange/reruns/input-record.ts'
import { rerun } from '@rueda/exchange/reruns/rerun.ts'
import type { Venue } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { VENUE_SECRET } from '../../../vault/sealed-columns.ts'
import type { Vault } from '../../../vault/vault.ts'
import { type VenueRecipe, venuesOf } from '../../../venue/build-venue.ts'
import { type InputRow, bookedOn, namesIn, readChain } from '../../../venue/input-store.ts'
import { readVrfDays } from '../../../venue/vrf-days.ts'
import { firstWholeDate } from '../../archive/what-left.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Findings } from './findings.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * INPUT-1 to -3: the chains of what reached the market's engines follow record by record, the public log has their heads, and the executions of
 * finished days come out the same when those days are run again. An incremental run takes the days whose tapes were said since the last one; of many
 * the newest are run again, and of the others the chains are followed.
 */
const MAX_DAYS_AGAIN = 300

/** The market that the days are drawn by; what is left out is as it is in production. */
export type RerunMarket = Partial<Pick<VenueRecipe, 'historyFrom' | 'mostListed'>>

type Again = Readonly<{
  snapshots: Snapshots
  findings: Findings
  checkpoint: Checkpoint | null
  /** Opens the market's secret; without it nothing is run again. */
  vault: Vault | null
  market: RerunMarket
}>
type Day = Readonly<{ instrument_id: string; trade_date: CalendarDate; taped_at: bigint }>

export async function verifyExecutions({ snapshots, findings, checkpoint, vault, market }: Again): Promise<void> {
  const { rows: days } = await snapshots.query<Day>(DAYS, behind((await checkpoint?.mark('tapes')) ?? ''))
  const before = findings.found()
  await findings.measure('INPUT-2', async () => (await snapshots.query<object>(UNKNOWN_TO_THE_LOG)).rows)
  const last = days.at(-1)
  if (last === undefined) return
  // A secret that does not open leaves the chains to be followed all the same.
  const opened: { market: (() => Venue) | null } = { market: null }
  if (vault !== null)
    await findings.attempt('INPUT-3', async () => {
      opened.market = await openMarket(snapshots, vault, market, last.trade_date)
    })
  const open = opened.market
  const since = await firstWholeDate(snapshots)
  for (const [at, day] of days.entries()) {
    const inputs = await readChain(snapshots, day.instrument_id, day.trade_date)
    const broken = chainFaults(day, inputs)
    findings.add('INPUT-1', broken)
    // A chain that somebody has changed may say anything, a moment in a thousand years too.
    const isRunAgain = open !== null && day.trade_date >= since && broken.length === 0 && at >= days.length - MAX_DAYS_AGAIN
    if (isRunAgain) await findings.measure('INPUT-3', () => executionFaults(snapshots, day, inputs, open))
  }
  if (findings.found() === before && open !== null) await checkpoint?.keepMark('tapes', markOf(last))
}

const DAYS = `
  select instrument_id, trade_date, taped_at from venue_input_days where (taped_at, trade_date, instrument_id) > ($1::bigint, $2::date, $3::text)
  order by taped_at, trade_date, instrument_id`

/** The last tape that was looked at, as the query of those behind it takes it. */
const markOf = ({ taped_at: tapedAt, trade_date: date, instrument_id: instrument }: Day): string => [tapedAt, date, instrument].join(' ')
function behind(mark: string): readonly string[] {
  const [tapedAt, date, instrument] = mark.split(' ')
  return [tapedAt || '0', date ?? '0001-01-01', instrument ?? '']
}

/** Heads that the log has and no chain does, and tapes of other ends than their chains have. */
const UNKNOWN_TO_THE_LOG = `
  with said as (
    select e.log, e.entry_index, 'inputs' as kind, chain from trust_entries e, jsonb_array_elements(e.entry::jsonb -> 'chains') chain
    where e.kind = 'inputs'
    union all
    select e.log, e.entry_index, 'tape', e.entry::jsonb from trust_entries e where e.kind = 'tape')
  select s.log, s.entry_index, s.chain ->> 'instrument' as instrument, s.chain ->> 'date' as date, s.chain ->> 'number' as number
  from said s left join venue_inputs i
    on i.instrument_id = s.chain ->> 'instrument' and i.trade_date = (s.chain ->> 'date')::date and i.number = (s.chain ->> 'number')::integer
  where encode(i.head, 'hex') is distinct from s.chain ->> 'head'
     or (s.kind = 'tape' and exists (
       select from venue_inputs later where later.instrument_id = i.instrument_id and later.trade_date = i.trade_date and later.number > i.number))`

/** The first record that does not follow. */
function chainFaults({ instrument_id: instrument, trade_date: date }: Day, inputs: readonly InputRow[]): readonly object[] {
  let head = inputChainStart(instrument, date)
  for (const [index, { number, record, head: kept }] of inputs.entries()) {
    head = nextInputHead(head, inputHashOf(record))
    if (number !== index + 1 || numberIn(record) !== number || !equalBytes(head, kept)) return [{ instrument, date, number }]
  }
  return []
}

/** Null where the record is none. */
function numberIn(record: string): unknown {
  try {
    return (JSON.parse(record) as Partial<InputRecord> | null)?.number ?? null
  } catch {
    return null
  }
}

async function executionFaults(snapshots: Snapshots, day: Day, rows: readonly InputRow[], open: () => Venue): Promise<readonly object[]> {
  const { instrument_id: id, trade_date: date } = day
  const inputs = rows.map(({ record }) => inputOf(JSON.parse(record) as InputRecord, { instrumentId: id, tradeDate: date }))
  const names = namesIn(rows)
  const booked = (await bookedOn(snapshots, id, date)).map((each) => ({ ...each, orderId: names.get(each.orderId) ?? each.orderId }))
  const again = rerun({ instrument: { id, market: marketOfId(id) }, date, inputs }, open)
  const difference = compareExecutions(booked, again, inputs)
  return difference === null ? [] : [{ instrument: id, date, ...difference }]
}

type Settings = Readonly<{ sealed: Buffer | null; market: string; always_open: boolean; scenario: string | null }>

/** The market of these books, from its secret; null where it is no simulated one. */
async function openMarket(snapshots: Snapshots, vault: Vault, market: RerunMarket, on: CalendarDate): Promise<(() => Venue) | null> {
  const { rows } = await snapshots.query<Settings>('select sealed, market, always_open, scenario from venue_settings')
  const [settings] = rows
  if (settings === undefined || settings.sealed === null || settings.market !== 'sim') return null
  const { rows: starts } = await snapshots.query<Readonly<{ market: MarketName; from: CalendarDate; model: number }>>(
    'select market, from_date as from, model from price_models order by market, from_date',
  )
  const models = starts.flatMap(({ model, ...start }): ModelStart[] => (isPriceModel(model) ? [{ ...start, model }] : []))
  return venuesOf({
    vrf: await readVrfDays(snapshots, vault, settings.always_open),
    ...{ secret: vault.open(VENUE_SECRET, settings.sealed), models, alwaysOpen: settings.always_open, openedOn: on },
    ...{ scenario: settings.scenario, historyFrom: market.historyFrom, mostListed: market.mostListed },
  })
}
