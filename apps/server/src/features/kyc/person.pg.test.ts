import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { identifiedPerson } from './person.ts'

let harness: Harness
beforeAll(async () => void (harness = await startHarness()))
afterAll(() => harness.stop())

it('nobody is known until the papers were checked', async () => {
  const { accountId, token } = await harness.newCustomer()
  expect(await identifiedPerson(harness.app, harness.app.pool, accountId)).toBeNull()
  expect(await harness.ask(accounts.me, {}, token)).toMatchObject({ kycStatus: 0, kycReason: null })

  await passIdentity(harness, accountId, 'Juan Martín Gómez')
  expect(await identifiedPerson(harness.app, harness.app.pool, accountId)).toMatchObject({ firstName: 'Juan Martín', lastName: 'Gómez' })
  expect(await harness.ask(accounts.me, {}, token)).toMatchObject({ kycStatus: 3, kycReason: null })
})

it('the name is nowhere in the database as it is', async () => {
  const { accountId } = await harness.newCustomer()
  await passIdentity(harness, accountId, 'Zoraida Quintanilla')
  const { rows } = await harness.app.pool.query<{ row: string }>('select kyc_cases::text as row from kyc_cases')
  const written = rows.map(({ row }) => row).join()
  for (const word of ['Zoraida', 'Quintanilla']) {
    expect(written).not.toContain(word)
    expect(written).not.toContain(Buffer.from(word).toString('hex'))
  }
})
