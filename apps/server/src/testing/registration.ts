import { accounts } from '@rueda/contract/accounts.ts'
import type { Harness } from './harness.ts'

let addresses = 0
/** An address that no other test of the run has. */
export const freshEmail = (): string => `person${(addresses += 1)}@example.org`

/** Returns the code that such a server puts into its answer instead of a mail. */
export const mailedCode = async (harness: Harness, email: string, type: 'register' | 'reset'): Promise<string> =>
  (await harness.ask(accounts.sendCode, { email, type })).devCode ?? ''

/** Returns the fields that register a new account. */
export async function newRegistration(harness: Harness, fields: Readonly<Record<string, string>> = {}) {
  const email = fields['email'] ?? freshEmail()
  return { email, password: 'paso-a-paso-7', code: await mailedCode(harness, email, 'register'), ...fields }
}
