import { type ChainEntry, trust } from '@rueda/contract/trust.ts'
import type { Entry, ExecutionTerms } from '@rueda/rules/ledger/entry.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { uptimeOf } from '@rueda/rules/trust/uptime.ts'
import type { App } from '../../app.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { headFrom, headsAfter, sealedKeyOf } from '../../trust-log/own-heads.ts'
import { proofOf } from '../../trust-log/proofs.ts'
import { readEntry } from '../ledger/entry-rows.ts'
import { ownLiability } from './liability.ts'
import * as store from './store.ts'

const UPTIME_MS = 30 * DAY_MS

/**
 * What the owner of an account checks it with: its key, its heads in the public log and their proofs, its entries as they are hashed, and its
 * parts of what a night said that everybody is owed.
 */
export const trustRoutes = (app: App & Pick<EdgeParts, 'wallClock'>): Registered =>
  routes(trust, {
    uptime: async () => {
      const now = app.wallClock.now()
      const { gaps, starts } = await inSnapshot(app.pool, async (reader) => ({
        gaps: await store.gapsSince(reader, now - UPTIME_MS),
        starts: await store.startsOf(reader),
      }))
      const since = Math.max(now - UPTIME_MS, starts?.first ?? now)
      return ok({
        ...uptimeOf(gaps, { from: since, until: now }),
        sinceTimestamp: since,
        asOfTimestamp: now,
        startedTimestamp: starts?.last ?? null,
        gaps: gaps
          .slice(0, store.MAX_LISTED)
          .map(({ from, until, reason, index }) => ({ fromTimestamp: from, untilTimestamp: until, reason, entry: index })),
      })
    },
    receipts: async ({ input: { after }, caller: { accountId } }) => {
      const { sealed, heads, newest } = await inSnapshot(app.pool, async (reader) => ({
        sealed: await sealedKeyOf(reader, accountId),
        heads: await headsAfter(reader, accountId, after, store.MAX_LISTED),
        newest: await store.newestHead(reader, accountId),
      }))
      if (sealed === null || newest === null) throw new Error(`account ${accountId} has no key`)
      const receipts = heads.map((row) => ({
        ...{ sequence: Number(row.sequence), head: row.head, timestamp: Number(row.at), entry: Number(row.entry_index) },
      }))
      const isWaiting = heads.length < store.MAX_LISTED && newest.sequence > Math.max(after, receipts.at(-1)?.sequence ?? 0)
      const waiting = isWaiting ? [{ sequence: newest.sequence, head: newest.head, timestamp: newest.at, entry: null }] : []
      const key = Buffer.from(app.trustLog.keyOf(accountId, sealed)).toString('hex')
      return ok({ origin: app.trustLog.origin(), key, receipts: [...receipts, ...waiting] })
    },
    proof: async ({ input: { sequence }, caller: { accountId } }) => {
      const [head, sealed] = await Promise.all([headFrom(app.pool, accountId, sequence), sealedKeyOf(app.pool, accountId)])
      if (head === null || sealed === null) return refuse('object.not_found')
      const logged = { sequence: Number(head.sequence), head: head.head }
      const index = Number(head.entry_index)
      const key = app.trustLog.keyOf(accountId, sealed)
      const proof = await proofOf(app.trustLog, { log: head.log, index, head: logged, key })
      return proof === null ? refuse('object.not_found') : ok({ ...logged, entry: index, proof })
    },
    entries: async ({ input: { after }, caller: { accountId } }) => {
      const { rows, newest } = await app.archive.over(accountId, EVER, (pool) =>
        inSnapshot(pool, async (reader) => ({
          rows: await store.entriesAfter(reader, accountId, after),
          newest: await store.newestHead(reader, accountId),
        })),
      )
      return ok({
        list: rows.map((row) => presentChainEntry(readEntry(row))),
        head: { sequence: newest?.sequence ?? 0, hash: newest?.head ?? '' },
      })
    },
    liability: async ({ input: { date }, caller: { accountId } }) => {
      const own = await ownLiability(app.pool, accountId, date ?? null)
      return own === null ? refuse('object.not_found') : ok(own)
    },
  })

const presentChainEntry = ({ accountId, at, cause, lines, balancesAfter, reversalOf, execution, ...entry }: Entry): ChainEntry => ({
  accountNumber: accountId,
  sequence: entry.sequence,
  timestamp: at,
  valueDate: entry.valueDate,
  journal: entry.journal,
  cause: { ...cause },
  reversalOf: reversalOf ?? null,
  lines: lines.map(({ account, asset, amount }, index) => ({
    ...{ account, asset, amount: String(amount) },
    balanceAfter: balancesAfter[index]?.toString() ?? null,
  })),
  execution: execution === undefined ? null : presentTerms(execution),
  keyCommitment: entry.keyCommitment,
  previousHash: entry.previousHash,
  hash: entry.hash,
})

const presentTerms = ({ price, quantity, at, resting, ...terms }: ExecutionTerms): NonNullable<ChainEntry['execution']> => ({
  ...terms,
  price: String(price),
  quantity: String(quantity),
  timestamp: at,
  isResting: resting ? 1 : 0,
})
