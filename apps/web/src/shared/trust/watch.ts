import { create } from 'zustand'
import { push } from '../live/push.ts'
import { currentToken, useSession } from '../security/session.ts'
import { CONFIRM_MS, type Judgement, type Outcome, accepted, accused, judge } from './judge.ts'
import { loggedHeads } from './judge-account.ts'
import { checkpointIn } from './judge-log.ts'
import { type Kept, keep, keptNow } from './kept.ts'
import { readAccount } from './read-account.ts'
import { type Freshness, readLog, readNewest } from './read-log.ts'
import type { AccountReading, Reading } from './reading.ts'
import { dropTaken, forgetTaken, onTaken, takenOf } from './taken.ts'
import { hearFrame } from './told-frames.ts'
import { withOther } from './witnessing.ts'

/**
 * Watches the house's word while the app is open: on opening, every ten minutes, and after something of the account moved. It asks, judges
 * (`judge.ts`) and keeps; what it finds is shown by the bar and on the page of what can be checked.
 */
export const watchSteps = ['checkpoint', 'account', 'tree', 'compare'] as const
export type WatchStep = (typeof watchSteps)[number]
type Watching = Readonly<{ step: WatchStep | null; last: Readonly<{ outcome: Outcome; at: number }> | null }>

export const useWatch = create<Watching>()(() => ({ step: null, last: null }))

const EVERY_MS = 10 * 60_000
/** After something moved, once its entries are there, and again once a checkpoint should cover them. */
const SOON_MS = 5_000
const COVERED_MS = 130_000
const AT_MOST_EVERY_MS = 60_000
const TRIES = 3

let running: Promise<Outcome> | null = null

/** Checks now; who asks while a check runs is answered with it. */
export function check(): Promise<Outcome> {
  running ??= checked().finally(() => {
    running = null
  })
  return running
}

async function checked(): Promise<Outcome> {
  let outcome: Outcome = 'unreachable'
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // What cannot even be judged says nothing of anybody, and must not end the watch.
    const result = await attemptOnce().catch((): Outcome => 'unreachable')
    if (result === null) continue
    outcome = result
    break
  }
  useWatch.setState({ step: null, last: { outcome, at: Date.now() } })
  if (outcome === 'suspicious') checkIn(CONFIRM_MS + SOON_MS)
  return outcome
}

/** Null where another tab kept something meanwhile, or somebody else signed in: what was read is then of no use. */
async function attemptOnce(): Promise<Outcome | null> {
  const kept = keptNow()
  const token = currentToken()
  const first = await lookAt(kept, 'default')
  // What the browser kept of the log may be torn: nothing is called a lie before it was fetched anew.
  const { outcome, kept: next, judged } = first.outcome === 'contradiction' ? await lookAt(kept, 'reload') : first
  if (currentToken() !== token) return null
  if (next === kept) return outcome
  if (!keep(next, kept)) return null
  dropTaken(judged)
  return outcome
}

async function lookAt(kept: Kept, freshness: Freshness): Promise<Judgement> {
  return judge(kept, await readAll(kept, freshness), Date.now())
}

async function readAll(kept: Kept, freshness: Freshness): Promise<Reading> {
  const id = useSession.getState().user?.id ?? null
  const says = (step: WatchStep): void => useWatch.setState({ step })
  says('checkpoint')
  const note = await readNewest()
  says('account')
  const account = id === null || currentToken() === null ? null : await readAccount({ ...keptOf(kept, id), taken: takenOf(id) })
  says('tree')
  const head = note === null || account === null ? null : newestPlace(account, note)
  const log = await readLog({ log: kept.log, note, head, freshness })
  says('compare')
  return { log, account }
}

const keptOf = ({ accounts, receipts }: Kept, id: string) => ({
  id,
  kept: accounts.find((each) => each.id === id) ?? null,
  open: receipts.filter(({ accountId, size }) => accountId === id && size === null),
})

/** Where the newest of the account's heads lies that this checkpoint covers. */
function newestPlace({ receipts, entries, newest }: AccountReading, note: string): number | null {
  const reached = entries.at(-1)?.sequence ?? newest.sequence
  return loggedHeads(receipts, reached, checkpointIn(note)?.size ?? 0).at(-1)?.entry ?? null
}

/** Keeps what another check found against what the house signed, with its evidence. */
export function accuse(accusation: Parameters<typeof accused>[1]): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const kept = keptNow()
    if (keep(accused(kept, accusation, Date.now()), kept)) return
  }
}

/** Begins anew with what is shown now; what was accepted is remembered. */
export function acceptHistory(): void {
  const kept = keptNow()
  keep(accepted(kept, Date.now()), kept)
  forgetTaken()
  void check()
}

/** Counts on the witnesses that the house names now, from here on. */
export function acceptWitnesses(): void {
  const kept = keptNow()
  if (kept.log?.witnessing === undefined) return
  keep({ ...kept, log: { ...kept.log, witnessing: withOther(kept.log.witnessing) } }, kept)
  void check()
}

let next: ReturnType<typeof setTimeout> | undefined
let nextAt = Number.POSITIVE_INFINITY

/** Plans a check; the earliest of those that are planned comes, and it plans the next. */
function checkIn(ms: number): void {
  const at = Date.now() + ms
  if (at >= nextAt) return
  clearTimeout(next)
  nextAt = at
  next = setTimeout(() => {
    nextAt = Number.POSITIVE_INFINITY
    if (!document.hidden && navigator.onLine) void check()
    checkIn(EVERY_MS)
  }, ms)
}

let isStarted = false

/** Starts the watch, once for the life of the page. */
export function startWatch(): void {
  if (isStarted) return
  isStarted = true
  checkIn(0)
  push.onFrame(({ ch, data }) => {
    if (ch === 'order' || ch === 'wallet') moved()
    hearFrame(useSession.getState().user?.id ?? null, { ch, data })
  })
  onTaken(moved)
  window.addEventListener('online', () => checkIn(SOON_MS))
  document.addEventListener('visibilitychange', () => {
    const sinceLast = Date.now() - (useWatch.getState().last?.at ?? 0)
    if (!document.hidden && sinceLast >= EVERY_MS) checkIn(0)
  })
  useSession.subscribe((now, before) => {
    if (now.token !== before.token && now.token !== null) checkIn(SOON_MS)
  })
}

function moved(): void {
  const sinceLast = Date.now() - (useWatch.getState().last?.at ?? 0)
  checkIn(Math.max(SOON_MS, AT_MOST_EVERY_MS - sinceLast))
  covers()
}

let covering: ReturnType<typeof setTimeout> | undefined

function covers(): void {
  clearTimeout(covering)
  covering = setTimeout(() => checkIn(0), COVERED_MS)
}
