import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { identifiedPerson } from './person.ts'

let house: Harness
beforeAll(async () => void (house = await startHarness()))
afterAll(() => house.stop())

it('nobody is known until the papers were checked', async () => {
  const { accountId, token } = await house.newCustomer()
  expect(await identifiedPerson(house.app, house.app.pool, accountId)).toBeNull()
  expect(await house.ask(accounts.me, {}, token)).toMatchObject({ kycStatus: 0, kycReason: null })

  await passIdentity(house, accountId, 'Juan Martín Gómez')
  expect(await identifiedPerson(house.app, house.app.pool, accountId)).toMatchObject({ firstName: 'Juan Martín', lastName: 'Gómez' })
  expect(await house.ask(accounts.me, {}, token)).toMatchObject({ kycStatus: 3, kycReason: null })
})

it('the name is nowhere in the database as it is', async () => {
  const { accountId } = await house.newCustomer()
  await passIdentity(house, accountId, 'Zoraida Quintanilla')
  const { rows } = await house.app.pool.query<{ row: string }>('select kyc_cases::text as row from kyc_cases')
  const written = rows.map(({ row }) => row).join()
  for (const word of ['Zoraida', 'Quintanilla']) {
    expect(written).not.toContain(word)
    expect(written).not.toContain(Buffer.from(word).toString('hex'))
  }
})
