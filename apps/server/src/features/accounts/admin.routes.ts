import { type MaskedAccount, accounts } from '@rueda/contract/admin/accounts.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { isAccountNumber } from '../ledger/entry-rows.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { inTransaction } from '../../db/transaction.ts'
import { signInsOf } from '../cases/evidence.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { freeze, thaw } from './freeze.ts'
import { maskedEmail, maskedWord } from './masked.ts'
import { actsFor, cardsFor, messagesFor } from './admin.history.ts'
import * as store from './admin.store.ts'

/** Time after which data shown in full is masked again (`docs/rules/reliability.md` B-42). */
const UNMASKED_MS = MINUTE_MS

/** Customers as staff see them. Opening is traced by the door, unmasking and freezing with what they do. */
export const accountAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(accounts, {
    find: async ({ input }) => ok((await store.findAccounts(app.pool, input.search)).map(presentAccount)),

    open: ({ input, language }) =>
      inSnapshot(app.pool, async (reader) => {
        const account = await store.accountFor(reader, input.accountId)
        if (account === null) return refuse('object.not_found')
        const { account_id: accountId } = account
        return ok({
          account: presentAccount(account),
          wallets: (await store.walletsFor(reader, accountId)).map(presentWallet),
          positions: (await store.positionsFor(reader, accountId)).map((row) => presentPosition(app, row)),
          orders: (await store.ordersFor(reader, accountId)).map((row) => presentOrder(app, row)),
          devices: (await store.devicesFor(reader, accountId)).map(({ device, created_at: created, last_use_at: lastUse }) => ({
            device,
            createTimestamp: Number(created),
            lastUseTimestamp: Number(lastUse),
          })),
          cards: await cardsFor(reader, app.vault, accountId),
          signIns: await signInsOf(reader, accountId),
          messages: await messagesFor(reader, app, { accountId, language }),
          acts: await actsFor(reader, accountId),
        })
      }),

    order: async ({ input }) => {
      const { accountId, orderId } = input
      if (!isAccountNumber(accountId)) return refuse('object.not_found')
      const { fills, events } = await app.archive.over(accountId, EVER, async (pool) => ({
        fills: (await store.fillsOf(pool, accountId, orderId)).map(presentEvent),
        events: (await store.eventsOf(pool, accountId, orderId)).map(presentEvent),
      }))
      return fills.length + events.length === 0 ? refuse('object.not_found') : ok({ events, fills })
    },

    unmask: (request) => unmask(app, request),

    freeze: ({ input, now, trace }) =>
      changed(app, input.accountId, () =>
        inTransaction(app.pool, async (client) => {
          const account = await store.accountFor(client, input.accountId)
          if (account === null) return refuse('object.not_found')
          await freeze(client, account.account_id, 'staff', now)
          const { reason, note } = input
          await trace(client, { accountId: account.account_id, subject: null, reason, note, after: { frozen: true } })
          return ok(true as const)
        }),
      ),

    thaw: (request) => changed(app, request.input.accountId, () => liftFreeze(app, request)),
  })

type Unmasked = StaffDataOf<typeof accounts.unmask>

/** One person suffices with a claimed case of the customer; otherwise it takes two, and the second sees it (BO-02). */
function unmask(app: FullApp, request: StaffRequest<typeof accounts.unmask>): Promise<Result<Unmasked>> {
  const { input, now, staff, trace } = request
  return inTransaction(app.pool, async (client): Promise<Result<Unmasked>> => {
    const account = await store.accountFor(client, input.accountId)
    if (account === null) return refuse('object.not_found')
    const { account_id: accountId, email, username } = account
    const isOfCase = await store.hasClaimedCase(client, { accountId, staffId: staff.staffId, now })
    const pair = isOfCase
      ? ok({ state: 'approved', approvalId: null } as const)
      : await requireDualApproval(app, client, request, { subject: `account:${accountId}`, accountId })
    if (!pair.ok) return pair
    const { reason, note } = input
    const { state, approvalId } = pair.value
    await trace(client, { accountId, subject: null, reason, note, after: { state }, approvalId })
    if (state === 'waiting') return ok({ state, email: null, username: null, hideTimestamp: null })
    return ok({ state: 'done', email, username, hideTimestamp: now + UNMASKED_MS })
  })
}

function liftFreeze(app: FullApp, request: StaffRequest<typeof accounts.thaw>): Promise<Result<{ state: 'waiting' | 'done' }>> {
  const { input, trace } = request
  return inTransaction(app.pool, async (client): Promise<Result<{ state: 'waiting' | 'done' }>> => {
    const account = await store.accountFor(client, input.accountId)
    if (account === null || !account.frozen_by_staff) return refuse('object.not_found')
    const { account_id: accountId } = account
    const pair = await requireDualApproval(app, client, request, { subject: `account:${accountId}`, accountId })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const { reason, note } = input
    await trace(client, { accountId, subject: null, reason, note, after: { state }, approvalId })
    if (state === 'waiting') return ok({ state })
    await thaw(client, accountId, 'staff')
    return ok({ state: 'done' })
  })
}

/** Shows a freeze to open sessions with their next request. */
async function changed<Value>({ sessions }: FullApp, accountId: string, work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  const result = await work()
  sessions.changed(accountId)
  return result
}

const presentAccount = (row: store.ReviewedAccount): MaskedAccount => ({
  accountId: row.account_id,
  email: maskedEmail(row.email),
  username: maskedWord(row.username),
  kycStatus: row.kyc_status,
  frozen: row.frozen ? 1 : 0,
  frozenByStaff: row.frozen_by_staff ? 1 : 0,
  createTimestamp: Number(row.created_at),
})

function presentWallet({ type, currency, cash, hold, margin, unsettled }: store.WalletRow) {
  const money = (minor: bigint): string => formatMinor(minor, currency as Currency)
  return { type, currency, cash: money(cash), hold: money(hold), margin: money(margin), unsettled: money(unsettled) }
}

type Listing = Pick<FullApp, 'venue'>

/** By its id, and by the ticker that its holder sees. */
const instrumentOf = ({ venue }: Listing, { instrument_id: id }: Pick<store.PositionRow, 'instrument_id'>) => ({
  instrumentId: id,
  code: venue.instruments.get(id)?.code ?? id.slice(id.indexOf(':') + 1),
})

const presentPosition = (app: Listing, row: store.PositionRow) => ({
  id: row.id,
  ...instrumentOf(app, row),
  side: row.side,
  quantity: formatScaled(row.quantity),
  openTimestamp: Number(row.opened_at),
})

const presentOrder = (app: Listing, row: store.OrderRow) => ({
  orderId: row.id,
  orderNo: row.number,
  ...instrumentOf(app, row),
  side: row.side,
  type: row.type,
  quantity: formatScaled(row.quantity),
  filledQuantity: formatScaled(row.filled_quantity),
  limitPrice: row.limit_price === null ? null : formatScaled(row.limit_price),
  status: row.status,
  endReason: row.end_reason,
  acceptTimestamp: Number(row.accepted_at),
})

const presentEvent = ({ kind, at, price, quantity, reason }: store.EventRow) => ({
  kind,
  timestamp: Number(at),
  price: price === null ? null : formatScaled(price),
  quantity: quantity === null ? null : formatScaled(quantity),
  reason,
})
