import { terms } from '@rueda/contract/admin/terms.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelIds, channelOf } from '@rueda/rules/deposits/channel.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import { checkLimit, limitNames } from '@rueda/rules/terms/limits.ts'
import { type TermsChange, checkFee, checkNotice, isLastSix } from '@rueda/rules/terms/terms.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { railIds, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { termsJson } from './book.ts'
import { clockOf } from './clock.ts'
import { presentChannelTerms, presentLimit, presentRailTerms } from './present.ts'
import { insertTerms, newestTerms } from './store.ts'

/** Currencies and networks: the terms of each way in and out, changed by two persons and never for what has begun. */
export const termsAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(terms, {
    list: async () =>
      ok({
        rails: railIds.map((id) => presentRailTerms(app, id)),
        channels: channelIds.map((id) => presentChannelTerms(app, id)),
        limits: limitNames.map((name) => presentLimit(app, name)),
        changes: await newestTerms(app.pool, (change) => clockOf(app, change)),
      }),
    changeFee: (request) => announce(app, request, feeChange(app, request.input)),
    changeMinimum: (request) => announce(app, request, minimumChange(app, request.input)),
    changeAccount: (request) => announce(app, request, accountChange(app, request.input)),
    changeLimit: (request) => announce(app, request, limitChange(app, request.input)),
  })

type ChangeName = 'changeFee' | 'changeMinimum' | 'changeAccount' | 'changeLimit'
type Changing = { [Name in ChangeName]: StaffRequest<(typeof terms)[Name]> }[ChangeName]
type Decided = Result<{ state: 'waiting' | 'done' }>

async function announce(app: FullApp, request: Changing, asked: Result<TermsChange>): Promise<Decided> {
  if (!asked.ok) return asked
  const change = asked.value
  const { input, staff, now: at, trace } = request
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const subject = `terms:${change.kind}:${change.subject}`
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { reason, note } = input
    const { state, approvalId } = pair.value
    const after = { ...termsJson(change), effectiveAt: change.effectiveAt, state }
    await trace(client, { accountId: null, subject, reason, note, before: standing(app, change), after, approvalId })
    if (state === 'waiting') return ok({ state })
    await insertTerms(client, { change, reason, note, at, staffId: staff.staffId, approvalId })
    return ok({ state: 'done' })
  })
  await app.terms.refresh()
  return decided
}

/** Present terms, for the log. */
function standing(app: FullApp, change: TermsChange): unknown {
  const now = clockOf(app, change)
  switch (change.kind) {
    case 'withdrawalFee':
      return presentRailTerms(app, change.subject)
    case 'depositMinimum':
      return { minimum: String(app.terms.minimum(change.subject, now)) }
    case 'houseAccount':
      return app.terms.account(change.subject, now)
    case 'moneyLimit':
      return { limit: String(app.terms.limits(now)[change.subject]) }
  }
}

type InputOf<Name extends ChangeName> = StaffRequest<(typeof terms)[Name]>['input']

/** A per cent is a hundredth: six decimals of it are eight of the whole. */
const PERCENT_DECIMALS = 6

function feeChange(app: FullApp, { rail, sharePercent, least, effectiveTimestamp }: InputOf<'changeFee'>): Result<TermsChange> {
  const share = parseDecimal(sharePercent, PERCENT_DECIMALS)
  const minor = parseDecimal(least, minorDigits[rails[rail].pays])
  if (share === null) return refuse('parameter.invalid', { field: 'sharePercent' })
  if (minor === null) return refuse('parameter.invalid', { field: 'least' })
  const fee = { share, least: minor }
  const wrong = checkFee(fee) ?? checkNotice(effectiveTimestamp, clockOf(app, { kind: 'withdrawalFee', subject: rail }))
  return wrong ?? ok({ termsId: app.ids.next(), effectiveAt: effectiveTimestamp, kind: 'withdrawalFee', subject: rail, fee })
}

function minimumChange(app: FullApp, { channelId, minimum, effectiveTimestamp }: InputOf<'changeMinimum'>): Result<TermsChange> {
  const minor = parseDecimal(minimum, minorDigits[walletCurrencies[channelOf(channelId).wallet]])
  if (minor === null) return refuse('parameter.invalid', { field: 'minimum' })
  const wrong = checkNotice(effectiveTimestamp, clockOf(app, { kind: 'depositMinimum', subject: channelId }))
  const change = { termsId: app.ids.next(), effectiveAt: effectiveTimestamp, subject: channelId, minimum: minor }
  return wrong ?? ok({ ...change, kind: 'depositMinimum' })
}

const CENTS = 2

/** Checked beside the other limits as they will be at that time. */
function limitChange(app: FullApp, { limit: name, amount, effectiveTimestamp: effectiveAt }: InputOf<'changeLimit'>): Result<TermsChange> {
  const limit = parseDecimal(amount, CENTS)
  if (limit === null) return refuse('parameter.invalid', { field: 'amount' })
  const wrong =
    checkLimit(name, limit, app.terms.limits(effectiveAt)) ?? checkNotice(effectiveAt, clockOf(app, { kind: 'moneyLimit', subject: name }))
  return wrong ?? ok({ termsId: app.ids.next(), effectiveAt, kind: 'moneyLimit', subject: name, limit })
}

/** In force from the second person's approval. */
function accountChange(
  app: FullApp,
  { channelId, bankName, accountName, accountNo, alias, lastSix }: InputOf<'changeAccount'>,
): Result<TermsChange> {
  const wrong = checkBank(channelId) ?? (isLastSix(accountNo, lastSix) ? null : refuse('parameter.invalid', { field: 'lastSix' }))
  const account = { bankName, accountName, accountNo, alias: alias ?? null }
  const effectiveAt = clockOf(app, { kind: 'houseAccount', subject: channelId })
  return wrong ?? ok({ termsId: app.ids.next(), effectiveAt, kind: 'houseAccount', subject: channelId, account })
}

/** On a chain every customer has an address of the own, made from the vault: nobody can change one. */
const checkBank = (channelId: ChannelId): Refusal | null =>
  channelOf(channelId).rail.kind === 'bank' ? null : refuse('parameter.invalid', { field: 'channelId' })
