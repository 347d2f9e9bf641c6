import type { CheckedSubmission, Submission } from '@rueda/rules/kyc/submission.ts'
import { documentIdentity } from '@rueda/rules/kyc/numbers.ts'
import { readMrz } from '@rueda/rules/kyc/mrz.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Vault } from '../../vault/vault.ts'
import { openPerson, sealPerson } from './person.ts'
import type { KycCase } from './store.ts'

/** A person's details in a case, sealed into the vault and opened again. */
type Document = Readonly<{ number: string; mrz: string | null }>

const FIELD = 'kyc.document'

export const sealPapers = (
  vault: Vault,
  accountId: string,
  papers: CheckedSubmission,
): Pick<KycCase, 'person' | 'document' | 'fingerprint'> => {
  const { number, mrz, firstName, lastName, birthDate, gender, zone } = papers
  const document: Document = { number, mrz }
  return {
    person: sealPerson(vault, accountId, { firstName, lastName, birthDate: birthDate ?? zone?.birthDate ?? null, gender }),
    document: vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(document))),
    fingerprint: fingerprintOf(vault, papers),
  }
}

/** Finds the same paper in another account without revealing its content. */
export const fingerprintOf = (vault: Vault, { type, countryCode, number }: Submission): Buffer =>
  vault.fingerprint('document', `${countryCode}|${type}|${documentIdentity(countryCode, number)}`)

/** The papers of a case, read again with the meaning of the machine-readable zone on this day. */
export function openPapers(vault: Vault, kycCase: KycCase, today: CalendarDate): CheckedSubmission {
  const { accountId, type, countryCode } = kycCase
  const { firstName, lastName, birthDate, gender } = openPerson(vault, accountId, kycCase.person)
  const { number, mrz } = JSON.parse(vault.open({ accountId, field: FIELD }, kycCase.document).toString()) as Document
  const zone = mrz === null ? null : readMrz(mrz, today)
  return { type, countryCode, firstName, lastName, number, birthDate, gender, mrz, zone }
}
