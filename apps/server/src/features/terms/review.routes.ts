import { terms } from '@rueda/contract/admin/terms.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelIds, channelOf } from '@rueda/rules/deposits/channel.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type TermsChange, checkFee, checkNotice, isLastSix } from '@rueda/rules/terms/terms.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { railIds, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { FullApp } from '../../assemble.ts'
import { inTransaction } from '../../db/transaction.ts'
import { askForTwo } from '../../staff/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../staff/handler.ts'
import { termsJson } from '../../terms/book.ts'
import { clockOf } from './clock.ts'
import { presentChannelTerms, presentRailTerms } from './present.ts'
import { insertTerms, newestTerms } from './store.ts'

/** Currencies and networks: what each way in and out asks for, changed by two persons and never for what has begun. */
export const termsReviewRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(terms, {
    list: async () =>
      ok({
        rails: railIds.map((id) => presentRailTerms(app, id)),
        channels: channelIds.map((id) => presentChannelTerms(app, id)),
        changes: await newestTerms(app.pool, (kind) => clockOf(app, kind)),
      }),
    changeFee: (request) => announce(app, request, feeChange(app, request.input)),
    changeMinimum: (request) => announce(app, request, minimumChange(app, request.input)),
    changeAccount: (request) => announce(app, request, accountChange(app, request.input)),
  })

type Changing = StaffRequest<typeof terms.changeFee> | StaffRequest<typeof terms.changeMinimum> | StaffRequest<typeof terms.changeAccount>
type Decided = Result<{ state: 'waiting' | 'done' }>

async function announce(app: FullApp, request: Changing, asked: Result<TermsChange>): Promise<Decided> {
  if (!asked.ok) return asked
  const change = asked.value
  const { input, staff, now: at, trace } = request
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const subject = `terms:${change.kind}:${change.subject}`
    const pair = await askForTwo(app, client, request, { subject, accountId: null })
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

/** What holds now, for the log. */
function standing(app: FullApp, { kind, subject }: TermsChange): unknown {
  const now = clockOf(app, kind)
  if (kind === 'withdrawalFee') return presentRailTerms(app, subject)
  return kind === 'depositMinimum' ? { minimum: String(app.terms.minimum(subject, now)) } : app.terms.account(subject, now)
}

type InputOf<Name extends 'changeFee' | 'changeMinimum' | 'changeAccount'> = StaffRequest<(typeof terms)[Name]>['input']

/** A per cent is a hundredth: six decimals of it are eight of the whole. */
const PERCENT_DECIMALS = 6

function feeChange(app: FullApp, { rail, sharePercent, least, effectiveTimestamp }: InputOf<'changeFee'>): Result<TermsChange> {
  const share = parseDecimal(sharePercent, PERCENT_DECIMALS)
  const minor = parseDecimal(least, minorDigits[rails[rail].pays])
  if (share === null) return refuse('parameter.invalid', { field: 'sharePercent' })
  if (minor === null) return refuse('parameter.invalid', { field: 'least' })
  const fee = { share, least: minor }
  const wrong = checkFee(fee) ?? checkNotice(effectiveTimestamp, clockOf(app, 'withdrawalFee'))
  return wrong ?? ok({ termsId: app.ids.next(), effectiveAt: effectiveTimestamp, kind: 'withdrawalFee', subject: rail, fee })
}

function minimumChange(app: FullApp, { channelId, minimum, effectiveTimestamp }: InputOf<'changeMinimum'>): Result<TermsChange> {
  const minor = parseDecimal(minimum, minorDigits[walletCurrencies[channelOf(channelId).wallet]])
  if (minor === null) return refuse('parameter.invalid', { field: 'minimum' })
  const wrong = checkNotice(effectiveTimestamp, clockOf(app, 'depositMinimum'))
  const change = { termsId: app.ids.next(), effectiveAt: effectiveTimestamp, subject: channelId, minimum: minor }
  return wrong ?? ok({ ...change, kind: 'depositMinimum' })
}

/** It holds from the moment the second person has agreed. */
function accountChange(
  app: FullApp,
  { channelId, bankName, accountName, accountNo, alias, lastSix }: InputOf<'changeAccount'>,
): Result<TermsChange> {
  const wrong = checkBank(channelId) ?? (isLastSix(accountNo, lastSix) ? null : refuse('parameter.invalid', { field: 'lastSix' }))
  const account = { bankName, accountName, accountNo, alias: alias ?? null }
  const effectiveAt = clockOf(app, 'houseAccount')
  return wrong ?? ok({ termsId: app.ids.next(), effectiveAt, kind: 'houseAccount', subject: channelId, account })
}

/** On a chain every customer has an address of the own, made from the vault: nobody can change one. */
const checkBank = (channelId: ChannelId): Refusal | null =>
  channelOf(channelId).rail.kind === 'bank' ? null : refuse('parameter.invalid', { field: 'channelId' })
