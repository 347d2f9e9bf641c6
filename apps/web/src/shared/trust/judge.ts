import { judgeAccount } from './judge-account.ts'
import { judgeLog } from './judge-log.ts'
import {
  type Contradiction,
  type ContradictionKind,
  type Evidence,
  type Kept,
  type KeptAccount,
  type KeptReceipt,
  type TakenReceipt,
} from './kept.ts'
import type { Reading } from './reading.ts'
import { policyAlone } from './witnessing.ts'

/**
 * Judges what was read by what this device keeps (`docs/rules/proof.md` P.30). Nothing here fetches, waits or looks at a clock: the same
 * memory and the same reading are always the same judgement.
 */
export type Outcome = 'fine' | 'unreachable' | 'suspicious' | 'overdue' | 'contradiction'
export type Judgement = Readonly<{
  kept: Kept
  outcome: Outcome
  /** Receipts that were judged with it, and are in what is kept as far as they have to be. */
  judged: readonly TakenReceipt[]
}>
type Settled = Omit<Judgement, 'judged'>

/** A copy that is behind by less than this is no lie: a server that hands over, a proxy that lags. */
export const CONFIRM_MS = 20_000
export const OVERDUE_MS = 10 * 60_000
export const OVERDUE_FOR_LONG_MS = 24 * 60 * 60_000
/** After a pause longer than this nobody knows how long a head has really waited. */
const PAUSE_MS = 15 * 60_000
/** Looked at for so long without a pause before a head counts as overdue: a server that was away signs when it is back. */
const WATCHED_MS = 2 * 60_000
const MAX_ACCOUNTS = 8
const MAX_RECEIPTS = 200

/** What a copy that is behind shows as well, and what is over when the newest is shown again. */
const EXPLAINED_BY_A_COPY: readonly ContradictionKind[] = ['older-checkpoint', 'history-cut', 'receipt-cut']
const OVER_WHEN_FINE: readonly ContradictionKind[] = [...EXPLAINED_BY_A_COPY, 'overdue', 'receipt-not-logged']

export function judge(kept: Kept, reading: Reading, now: number): Judgement {
  const account = reading.account === null ? null : (kept.accounts.find(({ id }) => id === reading.account?.id) ?? null)
  const log = reading.log === null ? ({ kind: 'unreadable' } as const) : judgeLog(kept.log, kept.witnessing, reading.log, now)
  if (log.kind === 'against')
    return contradicted(kept, reading, account, { fault: log.fault, isOfAccount: false, evidence: log.evidence }, now)
  const verified = log.kind === 'believed' ? log : null
  const isPaused = kept.readAt === null || now - kept.readAt > PAUSE_MS || now < kept.readAt
  const moment = { now, watchedFrom: isPaused ? now : 0 }
  const ofAccount = { account, receipts: kept.receipts.filter(({ accountId }) => accountId === reading.account?.id) }
  const own = reading.account === null ? ({ kind: 'unreadable' } as const) : judgeAccount(ofAccount, reading.account, verified, moment)
  if (own.kind === 'against')
    return contradicted(kept, reading, account, { fault: own.fault, isOfAccount: true, evidence: own.evidence }, now)
  if (log.kind !== 'believed' && own.kind !== 'believed') return { kept, outcome: 'unreachable', judged: [] }
  const accounts = own.kind === 'believed' ? withAccount(kept.accounts, own.account) : kept.accounts
  const receipts = own.kind === 'believed' ? withReceipts(kept.receipts, own.account.id, own.receipts) : kept.receipts
  const next: Kept = { ...kept, log: verified === null ? kept.log : verified.log, accounts, receipts, suspicion: null, readAt: now }
  const result = settled(next, reading, own.kind === 'believed' ? own.account : null, { isLogRead: verified !== null, now })
  return { ...result, judged: own.kind === 'believed' ? own.taken : [] }
}

const withAccount = (accounts: readonly KeptAccount[], account: KeptAccount): readonly KeptAccount[] =>
  [account, ...accounts.filter(({ id }) => id !== account.id)].slice(0, MAX_ACCOUNTS)

const withReceipts = (kept: readonly KeptReceipt[], id: string, own: readonly KeptReceipt[]): readonly KeptReceipt[] =>
  [...own, ...kept.filter(({ accountId }) => accountId !== id)].slice(0, MAX_RECEIPTS)

type Settling = Readonly<{ isLogRead: boolean; now: number }>

/** Nothing is against what was kept: says whether all of it could be seen, and whether a head has waited for too long. */
function settled(kept: Kept, reading: Reading, account: KeptAccount | null, { isLogRead, now }: Settling): Settled {
  const waiting = account?.waiting ?? null
  const waited = waiting === null || now - waiting.watchedFrom < WATCHED_MS ? 0 : now - waiting.since
  const overdueSince = waited >= OVERDUE_MS ? (waiting?.since ?? null) : null
  if (waited >= OVERDUE_FOR_LONG_MS) {
    const open = kept.receipts.filter(({ accountId, size }) => accountId === account?.id && size === null)
    const evidence = open.length === 0 ? {} : { receipts: open }
    const fault = { fault: open.length === 0 ? 'overdue' : 'receipt-not-logged', isOfAccount: true, evidence } as const
    return {
      kept: { ...kept, overdueSince, contradiction: kept.contradiction ?? recordOf(kept, reading, account, fault, now) },
      outcome: 'contradiction',
    }
  }
  if (overdueSince !== null) return { kept: { ...kept, overdueSince }, outcome: 'overdue' }
  if (!isLogRead) return { kept: { ...kept, overdueSince }, outcome: 'unreachable' }
  return { kept: { ...kept, overdueSince, fineAt: now, contradiction: stillStanding(kept.contradiction, account) }, outcome: 'fine' }
}

/** What a copy that was behind explains is over when the newest is shown again; what was signed or said twice stays until it is accepted. */
function stillStanding(contradiction: Contradiction | null, account: KeptAccount | null): Contradiction | null {
  if (contradiction === null || !OVER_WHEN_FINE.includes(contradiction.kind)) return contradiction
  return contradiction.accountId === null || contradiction.accountId === account?.id ? null : contradiction
}

type Fault = Readonly<{ fault: ContradictionKind; isOfAccount: boolean; evidence: Partial<Evidence> }>

/** Nothing that was shown is taken up; what a copy would explain is looked at again before it is called a contradiction. */
function contradicted(kept: Kept, reading: Reading, account: KeptAccount | null, fault: Fault, now: number): Judgement {
  const known = kept.suspicion?.kind === fault.fault && kept.suspicion.since <= now ? kept.suspicion : null
  if (EXPLAINED_BY_A_COPY.includes(fault.fault) && (known === null || now - known.since < CONFIRM_MS)) {
    return { kept: { ...kept, suspicion: known ?? { kind: fault.fault, since: now } }, outcome: 'suspicious', judged: [] }
  }
  const contradiction = kept.contradiction ?? recordOf(kept, reading, account, fault, now)
  return { kept: { ...kept, suspicion: null, readAt: now, contradiction }, outcome: 'contradiction', judged: [] }
}

function recordOf(
  kept: Kept,
  reading: Reading,
  account: KeptAccount | null,
  { fault, isOfAccount, evidence }: Fault,
  now: number,
): Contradiction {
  return {
    kind: fault,
    at: now,
    accountId: isOfAccount ? (reading.account?.id ?? null) : null,
    evidence: {
      origin: kept.log?.origin ?? null,
      keys: kept.log?.keys ?? [],
      believedCheckpoint: kept.log?.checkpoint ?? null,
      shownCheckpoint: reading.log?.note ?? null,
      consistencyProof: null,
      inclusionProof: null,
      seenHeads: account?.heads ?? [],
      newestSeen: account?.newest ?? null,
      shownHeads: (reading.account?.receipts ?? []).map(({ sequence, head, entry }) => ({ sequence, head, entry })),
      newestShown: reading.account?.newest ?? null,
      logEntries: [],
      receiptKeys: kept.log?.receiptKeys ?? [],
      ...evidence,
      receipts: (evidence.receipts ?? kept.receipts.filter(({ accountId }) => accountId === reading.account?.id)).map(asEvidence),
    },
  }
}

const asEvidence = ({ command, receipt }: Evidence['receipts'][number]): Evidence['receipts'][number] => ({ command, receipt })

type Accusation = Readonly<{ kind: ContradictionKind; accountId: string; evidence: Partial<Evidence> }>

/** Takes up what a check beside the watch found against what the house signed. The first contradiction stays. */
export function accused(kept: Kept, { kind, accountId, evidence }: Accusation, now: number): Kept {
  if (kept.contradiction !== null) return kept
  const account = kept.accounts.find(({ id }) => id === accountId) ?? null
  const found = recordOf(kept, NOTHING_READ, account, { fault: kind, isOfAccount: false, evidence }, now)
  return { ...kept, contradiction: { ...found, accountId } }
}
const NOTHING_READ: Reading = { log: null, account: null }

/** The customer takes what is shown now for the truth from here on; that they did is remembered. */
export function accepted(kept: Kept, now: number): Kept {
  const { contradiction } = kept
  if (contradiction === null) return kept
  const { kind, at } = contradiction
  return {
    ...kept,
    ...pinnedBy(kept),
    log: null,
    accounts: [],
    receipts: [],
    suspicion: null,
    contradiction: null,
    overdueSince: null,
    fineAt: null,
    accepted: [{ kind, at, acceptedAt: now }, ...kept.accepted],
  }
}

/** Another past is no reason to count on other witnesses. */
function pinnedBy({ log, witnessing }: Kept): Pick<Kept, 'witnessing'> {
  const pinned = log?.witnessing ?? witnessing
  return pinned === undefined ? {} : { witnessing: policyAlone(pinned) }
}
