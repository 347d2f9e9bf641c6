import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'

/** The holder of an account, by their papers. Sealed at rest. */
export type Person = Readonly<{
  firstName: string
  lastName: string
  birthDate: CalendarDate | null
  gender: 'M' | 'F' | 'X' | null
}>

const FIELD = 'kyc.person'

export const sealPerson = (vault: Vault, accountId: string, person: Person): Buffer =>
  vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(person)))

export const openPerson = (vault: Vault, accountId: string, sealed: Buffer): Person =>
  JSON.parse(vault.open({ accountId, field: FIELD }, sealed).toString()) as Person

/** The person behind an account whose identity has passed; null where nobody has been identified. */
export async function identifiedPerson({ vault }: Pick<App, 'vault'>, reader: Reader, accountId: string): Promise<Person | null> {
  const { rows } = await reader.query<{ person: Buffer }>(IDENTIFIED, [accountId])
  return rows[0] === undefined ? null : openPerson(vault, accountId, rows[0].person)
}

const IDENTIFIED = `
  select kyc_cases.person from kyc_cases join accounts using (account_id)
  where account_id = $1 and accounts.kyc_status = 'passed' and kyc_cases.status = 'passed'
  order by submitted_at desc, case_id desc limit 1`
