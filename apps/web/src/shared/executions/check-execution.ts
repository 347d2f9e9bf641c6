import { bytesToHex } from '@noble/hashes/utils.js'
import { orders, type OrderRow } from '@rueda/contract/orders.ts'
import { trust } from '@rueda/contract/trust.ts'
import type { ComparedExecution } from '@rueda/exchange/reruns/own-order.ts'
import { base64 } from '@rueda/proof/bytes.ts'
import { type LogEntry, encodeEntry } from '@rueda/proof/entries.ts'
import { inclusionProof, subtreesOfInclusion } from '@rueda/proof/merkle.ts'
import { type ReceiptContent, verifyReceipt } from '@rueda/proof/receipt.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { isWorking } from '../orders/order-status.ts'
import { call } from '../server/api.ts'
import { commitmentTo } from '../trust/chain.ts'
import { type DaysKeyFound, readDaysKey } from '../trust/days-key.ts'
import { type Runner, type TapeReport, startRunner } from './execution-runner.ts'
import {
  type EarlyFacts,
  type ExecutionVerdict,
  asEvidence,
  earlyFacts,
  isSignedAgainst,
  judgeExecutions,
  shownOn,
  signedAgainst,
} from './judge-execution.ts'
import { checkpointIn, keyOf } from '../trust/judge-log.ts'
import { type Evidence, type KeptReceipt, type TapeEvidence, type TakenReceipt, keptNow } from '../trust/kept.ts'
import { entryAt } from '../trust/log-entry.ts'
import { newestStart } from '../trust/newest-start.ts'
import { allDays, readDay, verdictOn } from '../trust/read-days.ts'
import { readBeside, readHashes } from '../trust/read-log.ts'
import { isLogged, shownScenario } from '../trust/scenario.ts'
import { keepProven, provenUnder } from './proven-days.ts'
import { takenOf } from '../trust/taken.ts'
import { accuse } from '../trust/watch.ts'

/**
 * Checks the executions that an order had on a day (`docs/rules/proof.md` P.43): the day's tape is the one that the log says, the order's
 * receipt has its place in it, and account, tape and the day run again on this device have the same executions.
 */
export const executionSteps = ['log', 'tape', 'day', 'keys', 'engine'] as const
export type ExecutionStep = (typeof executionSteps)[number]
/** How far a step is; `of` is zero where nobody knows. */
export type ExecutionProgress = Readonly<{ step: ExecutionStep; done: number; of: number }>

export type AskedExecution = Readonly<{ accountId: string; orderId: string; instrument: string; tradeDate: string }>
export type ExecutionReport = Readonly<{
  verdict: ExecutionVerdict
  orderNumber: string
  executions: readonly ComparedExecution[]
  /** The receipt of the order that the device holds, and whether its place is in the chain; null where it cannot be seen. */
  receipt: Readonly<{ at: number; number: number; isPlaced: boolean | null }> | null
  early: EarlyFacts | null
  /** When the whole can be checked, by the market's clock; null where it was, or nobody knows. */
  checkableFrom: number | null
  /** Place of the day's tape in the log; null where it was not found there. */
  entry: number | null
}>

/** The hash of the engine that this app was built with; undefined where nobody said it, as in a test of a screen. */
const OWN_ENGINE = import.meta.env.VITE_ENGINE
/** A tape is said a minute after its day is over, with the log's next minute. */
const SAID_AFTER_MS = 3 * MINUTE_MS
/** Behind it there is nothing: the answer has the key alone. */
const BEYOND_ANY_SEQUENCE = 10 ** 12

type Tell = (progress: ExecutionProgress) => void
const OPEN: ExecutionReport = {
  ...{ verdict: 'unanswered', orderNumber: '', executions: [], receipt: null, early: null, checkableFrom: null, entry: null },
}

export async function checkExecution(asked: AskedExecution, tell: Tell): Promise<ExecutionReport> {
  let runner: Runner | null = null
  try {
    runner = startRunner()
    return await checked(asked, runner, tell)
  } catch {
    return OPEN
  } finally {
    runner?.end()
  }
}

async function checked(asked: AskedExecution, runner: Runner, tell: Tell): Promise<ExecutionReport> {
  tell({ step: 'log', done: 0, of: 0 })
  const daysKey = await readDaysKey()
  const [{ list }, { key }] = await Promise.all([
    call(orders.list, { orderId: asked.orderId }),
    call(trust.receipts, { after: BEYOND_ANY_SEQUENCE }),
  ])
  const [order] = list
  const start = await newestStart(() => undefined)
  const known = keptNow().accounts.find(({ id }) => id === asked.accountId)
  // Another key of the account than the device knows is for the watch to say.
  const isKnown = known === undefined || known.keyCommitment === commitmentTo(key)
  if (order === undefined || start.kind !== 'found' || daysKey.kind === 'unanswered' || !isKnown) return OPEN
  const alwaysOpen = start.start.settings['SIM_ALWAYS_OPEN'] === 'true'
  const { instrument, tradeDate: date } = asked
  const hours = await runner.hours({ market: marketOf(instrument), alwaysOpen, date, placedAt: order.createTimeTimestamp })
  const receipt = receiptOf(asked)
  const place = receipt?.content.input ?? null
  const told = {
    ...OPEN,
    orderNumber: order.orderNo,
    receipt: place === null || receipt === null ? null : { at: receipt.content.at, number: place.number, isPlaced: null },
  }
  const whole: Asked = {
    ...asked,
    order,
    key,
    receipt,
    place,
    isPlacedWithin: hours.isPlacedWithin,
    alwaysOpen,
    scenario: start.start.scenario,
    daysKey,
    told,
  }
  tell({ step: 'tape', done: 0, of: 0 })
  const shown = (await readBeside(`/trust/tape/${encodeURIComponent(instrument)}/${date}`)) as Readonly<Record<string, unknown>> | null
  if (shown === null) return { ...told, verdict: 'missing' }
  if (shown['state'] === 'sealed') return early(whole, hours.endsAt + SAID_AFTER_MS)
  return withTape(whole, shown, runner, tell)
}

type OwnReceipt = Readonly<{ kept: TakenReceipt | KeptReceipt; content: ReceiptContent }>
type Asked = AskedExecution &
  Readonly<{
    order: OrderRow
    key: string
    receipt: OwnReceipt | null
    place: ReceiptContent['input']
    isPlacedWithin: boolean
    alwaysOpen: boolean
    /** Hash of the scenario under which the house runs, from the log. */
    scenario: string | null
    daysKey: Exclude<DaysKeyFound, { kind: 'unanswered' }>
    told: ExecutionReport
  }>

const marketOf = (instrument: string): string => instrument.slice(0, instrument.indexOf(':'))

/** The signed receipt with which the order was placed; null where this device holds none. */
function receiptOf({ accountId, orderId, instrument }: AskedExecution): OwnReceipt | null {
  const { receipts, log } = keptNow()
  const keys = (log?.receiptKeys ?? []).flatMap((text) => keyOf(text) ?? [])
  const own = [...receipts, ...takenOf(accountId)].filter((each) => each.accountId === accountId && each.orderId === orderId)
  for (const kept of own) {
    const content = verifyReceipt(kept.receipt, keys)
    // One that no believed key signed is for the watch to say.
    if (content.ok && (content.value.input === null || content.value.input.instrument === instrument))
      return { kept, content: content.value }
  }
  return null
}

function early({ order, receipt, told, tradeDate }: Asked, checkableFrom: number): ExecutionReport {
  const fills = (order.fills ?? []).filter((fill) => fill.tradeDate === tradeDate)
  const facts = earlyFacts(order, fills, receipt?.content.quote ?? null)
  const verdict = facts.isWithinLimit === false ? 'beyondLimit' : facts.areNumbersInOrder ? 'early' : 'numbersBack'
  const { executions } = judgeExecutions({ shown: shownOn(fills, tradeDate), taped: shownOn(fills, tradeDate), rerun: null })
  return { ...told, verdict, early: facts, checkableFrom, executions: executions.map((each) => ({ ...each, taped: null })) }
}

type ReadTape = Extract<TapeReport, { kind: 'tape' }>

async function withTape(asked: Asked, shown: Readonly<Record<string, unknown>>, runner: Runner, tell: Tell): Promise<ExecutionReport> {
  const { order, tradeDate: date, told, place } = asked
  const entry = typeof shown['entry'] === 'number' ? shown['entry'] : null
  const size = checkpointIn(keptNow().log?.checkpoint ?? '')?.size ?? 0
  if (entry === null || entry >= size) return { ...told, verdict: 'notLogged' }
  const logged = await entryAt(entry)
  if (logged === null) return told
  const tape = await runner.tape({ tape: shown, logged, key: asked.key, orderId: asked.orderId, place })
  if (tape.kind === 'unreadable' || shown['instrument'] !== asked.instrument || shown['date'] !== date) return told
  const fills = shownOn(order.fills ?? [], date)
  const receipt = told.receipt === null ? null : { ...told.receipt, isPlaced: asked.isPlacedWithin ? tape.isPlaced : null }
  const without = judgeExecutions({ shown: fills, taped: tape.taped, rerun: null })
  const report: ExecutionReport = { ...told, entry, receipt, executions: without.executions }
  const found: Found = { asked, tape, logged, entry, report }
  if (tape.fault !== null) return against(found, 'tapeChanged')
  if (receipt?.isPlaced === false) return against(found, 'notInTape')
  if (isWorking(order) && !tape.isThere) return { ...report, verdict: 'orderOpen' }
  if (await hasBegunAnew(logged)) return { ...report, verdict: 'otherLog' }
  if (without.verdict === 'changed') return against(found, 'changed')
  const ofDay = (order.fills ?? []).filter((fill) => fill.tradeDate === date)
  if (earlyFacts(order, ofDay, null).isWithinLimit === false) return { ...report, verdict: 'beyondLimit' }
  if (!tape.isWhole) return { ...report, verdict: 'othersOpen' }
  return runAgain(found, runner, tell)
}

type Found = Readonly<{ asked: Asked; tape: ReadTape; logged: LogEntry; entry: number; report: ExecutionReport }>

/** A successor of a log calls orders by other names than the log before: on the day of its beginning one order may stand under both. */
async function hasBegunAnew(logged: LogEntry): Promise<boolean> {
  const first = await entryAt(0)
  return first !== null && first.kind === 'successor' && logged.at - first.at < NAMED_BEFORE_MS
}
const NAMED_BEFORE_MS = 5 * 24 * 60 * MINUTE_MS

async function runAgain(found: Found, runner: Runner, tell: Tell): Promise<ExecutionReport> {
  const { asked, tape, report } = found
  const { instrument, tradeDate: date, alwaysOpen, daysKey, order } = asked
  tell({ step: 'day', done: 0, of: 0 })
  const read = await readDay(marketOf(instrument), date)
  if (read.kind === 'sealed') return { ...report, verdict: 'keySealed' }
  if (read.kind === 'unanswered') return { ...report, verdict: 'unanswered' }
  const verdict = daysKey.kind === 'pinned' ? await verdictOn(read.day, daysKey.key) : null
  if (daysKey.kind === 'changed' || (verdict !== null && verdict.fault !== null)) return { ...report, verdict: 'dayUnproven' }
  const [days, scenario] = [await allDays(date), await shownScenario()]
  if (days === null) return { ...report, verdict: 'unanswered' }
  if (!isLogged(scenario, asked.scenario)) return { ...report, verdict: 'otherScenario' }
  tell({ step: 'keys', done: 0, of: days.length })
  const publicKey = daysKey.kind === 'pinned' ? daysKey.key.publicKey : ''
  const proving = (done: number, of: number): void => tell(done < of ? { step: 'keys', done, of } : { step: 'engine', done: 0, of: 0 })
  const again = await runner.rerun(
    {
      ...{ alwaysOpen, scenario: scenario?.text ?? null, days, publicKey, proven: provenUnder(publicKey) },
      until: overAt(order, tape, date),
    },
    proving,
  )
  if (again.kind !== 'rerun') return { ...report, verdict: again.kind === 'unproven' ? 'dayUnproven' : 'unknownModel' }
  keepProven(publicKey, again.newlyProven)
  const compared = judgeExecutions({ shown: shownOn(order.fills ?? [], date), taped: tape.taped, rerun: again.executions })
  const whole = { ...report, executions: compared.executions }
  // What a key gives shows nothing where nobody had to use that key, or the log has not said it yet.
  if (read.day.drawn === null) return { ...whole, verdict: 'dayUnproven' }
  if (verdict?.isLogged !== true) return { ...whole, verdict: 'keySealed' }
  if (compared.verdict === 'same') return { ...whole, verdict: 'same' }
  // Only the engine that ran the day, from its first moment to its last, has to give the same; this app may be older or newer than that.
  const isSameEngine = read.day.drawn.engine === OWN_ENGINE && read.day.unclaimed !== 'engine'
  return isSameEngine ? against({ ...found, report: whole }, 'unfounded') : { ...whole, verdict: 'otherEngine' }
}

/** When nothing more can be executed of the order on that day; null where it may be until the end. */
function overAt(order: OrderRow, { taped, cancelledAt }: ReadTape, date: string): number | null {
  const isFilled = parseScaled(order.filledQuantity) === parseScaled(order.quantity)
  const fills = order.fills ?? []
  const isLastDay = fills.every(({ tradeDate }) => tradeDate <= date)
  if (!isFilled || !isLastDay || fills.length === 0) return cancelledAt
  return Math.max(...fills.map(({ tradeTimestamp }) => tradeTimestamp), ...taped.map(({ at }) => at))
}

/** Keeps what speaks against the house, as the watch keeps what it finds. */
async function against({ asked, tape, logged, entry, report }: Found, verdict: keyof typeof signedAgainst): Promise<ExecutionReport> {
  const shown = report.executions.flatMap(({ shown: each }) => each ?? [])
  const rerun = report.executions.flatMap(({ rerun: each }) => each ?? [])
  const evidence: TapeEvidence = {
    ...{ instrument: asked.instrument, date: asked.tradeDate, inputs: tape.inputs, executions: tape.executions, order: tape.order },
    ...{ shown: asEvidence(shown), taped: asEvidence(tape.taped), rerun: verdict === 'unfounded' ? asEvidence(rerun) : null },
  }
  const receipts =
    asked.receipt === null ? {} : { receipts: [{ command: asked.receipt.kept.command, receipt: asked.receipt.kept.receipt }] }
  const ofLog = { logEntries: [{ entry, bytes: bytesToHex(encodeEntry(logged)) }], inclusionProof: await proofOf(entry) }
  if (isSignedAgainst(verdict))
    accuse({ kind: signedAgainst[verdict], accountId: asked.accountId, evidence: { ...ofLog, ...receipts, tape: evidence } })
  return { ...report, verdict }
}

/** That the believed log has the entry, out of its tiles. */
async function proofOf(entry: number): Promise<Evidence['inclusionProof']> {
  const size = checkpointIn(keptNow().log?.checkpoint ?? '')?.size ?? 0
  const hashes = await readHashes(subtreesOfInclusion({ index: entry, size }), size)
  return hashes === null ? null : { entry, hashes: inclusionProof({ index: entry, size }, hashes).map(base64) }
}
