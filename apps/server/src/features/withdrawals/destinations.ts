import type { ParsedOf } from '@rueda/contract/endpoint.ts'
import type { withdrawals } from '@rueda/contract/withdrawals.ts'
import { destinationOf, normalDetails } from '@rueda/rules/cards/add.ts'
import { wrongFieldOf } from '@rueda/rules/cards/bank-account.ts'
import type { BankDetails, CardDetails } from '@rueda/rules/cards/card.ts'
import { nameOfCard } from '@rueda/rules/cards/mask.ts'
import { matchNames } from '@rueda/rules/cards/name-match.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type RailId, railOfAccount } from '@rueda/rules/withdrawals/rails.ts'
import type { Destination } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { App } from '../../app.ts'
import { coolingUntil } from '../accounts/cooling-off.ts'
import { savedCard } from '../cards/saved.ts'
import { sealDetails } from '../cards/sealed.ts'
import { identifiedPerson } from '../kyc/person.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { paidBefore } from './store.ts'

/** Destination of an application, and its rail. */
export type Going = Readonly<{ rail: RailId; destination: Destination; cardVersion: number | null; notBefore: Instant | null }>

/** To a saved card. The decision under the lock of the account checks if it may be used yet. */
export async function toCard(app: App, accountId: string, cardId: string, type: 'bank' | 'vm'): Promise<Result<Going>> {
  const known = await savedCard(app, accountId, { id: cardId, type })
  if (known === null) return refuse('object.not_found', { field: 'cardId' })
  const { card, details } = known
  const destination = destinationTo(app, accountId, details, cardId)
  return ok({
    rail: details.type === 'bank' ? railOfAccount(details.countryCode) : details.network,
    destination,
    cardVersion: card.version,
    notBefore: null,
  })
}

type Other = ParsedOf<typeof withdrawals.applyOther>

/**
 * To an account that is given with the application. The rules of a saved one apply; and if nothing was paid to it before, nothing leaves in
 * the first day.
 */
export async function toAccount(app: WithdrawalDeps, accountId: string, { type, currency, accountInfo }: Other): Promise<Result<Going>> {
  if (currency !== (type === 'JPY' ? 'JPY' : 'USD')) return refuse('parameter.invalid', { field: 'currency' })
  const details = bankDetails(type, currency, accountInfo)
  if (!details.ok) return details
  const person = await identifiedPerson(app, app.pool, accountId)
  if (person === null) return refuse('kyc.required')
  if (matchNames(details.value.accountName, `${person.firstName} ${person.lastName}`) === 'different')
    return refuse('card.name_mismatch', { field: 'accountInfo.accountName' })
  const destination = destinationTo(app, accountId, details.value, null)
  const isKnown = await paidBefore(app.pool, accountId, destination.fingerprint)
  const notBefore = isKnown ? null : coolingUntil(app.settings, app.wallClock.now())
  return ok({ rail: type === 'JPY' ? 'JPY_BANK' : 'WIRE', destination, cardVersion: null, notBefore })
}

function bankDetails(type: Other['type'], currency: string, info: Other['accountInfo']): Result<BankDetails> {
  const countryCode = info.countryCode ?? (type === 'JPY' ? 'JP' : undefined)
  if (countryCode === undefined) return refuse('parameter.missing', { field: 'accountInfo.countryCode' })
  if ((type === 'JPY') !== (countryCode === 'JP')) return refuse('parameter.invalid', { field: 'accountInfo.countryCode' })
  const { bankName, accountName, accountNo, branch, swift } = info
  const given: BankDetails = {
    ...{ type: 'bank', countryCode, currency, accountName, swift: swift ?? null },
    bankName: branch === undefined ? bankName : `${bankName} ${branch}`,
    number: accountNo,
  }
  const details = normalDetails(given) as BankDetails
  const wrong = wrongFieldOf(details)
  const field = wrong === 'cardNo' ? 'accountInfo.accountNo' : 'accountInfo.accountName'
  return wrong === null ? ok(details) : refuse('card.checksum', { field })
}

const destinationTo = ({ vault }: Pick<App, 'vault'>, accountId: string, details: CardDetails, cardId: string | null): Destination => ({
  cardId,
  label: nameOfCard(details),
  sealed: sealDetails(vault, accountId, details).toString('hex'),
  fingerprint: vault.fingerprint('card', destinationOf(details)).toString('hex'),
})
