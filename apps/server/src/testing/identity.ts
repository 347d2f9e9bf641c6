import { type Person, sealPerson } from '../features/kyc/person.ts'
import type { Harness } from './harness.ts'

type IdentityHouse = Readonly<{ app: Pick<Harness['app'], 'pool' | 'vault' | 'ids' | 'clock'> }>

/** Makes a customer one whose papers were checked, as the review does after minutes. The last word is the last name. */
export async function passIdentity({ app }: IdentityHouse, accountId: string, name = 'Ana Pérez'): Promise<void> {
  const { pool, vault, ids, clock } = app
  const words = name.split(' ')
  const person: Person = { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', birthDate: '1990-05-17', gender: null }
  const document = vault.seal({ accountId, field: 'kyc.document' }, Buffer.from('{}'))
  const fingerprint = vault.fingerprint('document', `test|${accountId}`)
  await pool.query(CASE, [accountId, ids.next(), sealPerson(vault, accountId, person), document, fingerprint, clock.now()])
  await pool.query(`update accounts set kyc_status = 'passed', kyc_reason = null, kyc_changed_at = $2 where account_id = $1`, [
    accountId,
    clock.now(),
  ])
}

const CASE = `
  insert into kyc_cases (account_id, case_id, status, document_type, country_code, person, document, document_fingerprint, attempt,
                         submitted_at, review_at, decided_at)
  values ($1, $2, 'passed', 'passport', 'AR', $3, $4, $5, 1, $6, $6, $6)`
