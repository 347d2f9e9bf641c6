import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const declare = (countryCode: string, claimsTreaty: 0 | 1) =>
  harness.ask(accounts.declareTax, { countryCode, claimsTreaty }, customer.token)
const status = () => harness.ask(accounts.taxDeclarations, {}, customer.token)
const applied = async () => Object.fromEntries((await status()).withholding.map(({ market, applied }) => [market, applied]))

describe('the country of tax residence', () => {
  it('is nobody’s to guess: until something is declared the general rates hold', async () => {
    expect(await status()).toMatchObject({ current: null, history: [] })
    expect(await applied()).toEqual({ US: '30', AR: '7', TW: '21' })
  })

  it('with a claimed treaty less is withheld, and taking the claim back brings the general rate again', async () => {
    expect(await declare('DE', 1)).toMatchObject({
      current: { countryCode: 'DE', claimsTreaty: 1, declareTimestamp: harness.app.clock.now() },
    })
    expect(await applied()).toEqual({ US: '15', AR: '7', TW: '21' })
    await harness.pass(1_000)
    const { history } = await declare('AR', 0)
    expect(history.map(({ countryCode, claimsTreaty }) => [countryCode, claimsTreaty])).toEqual([
      ['AR', 0],
      ['DE', 1],
    ])
    expect(await applied()).toEqual({ US: '30', AR: '7', TW: '21' })
  })

  it('said twice it is one declaration', async () => {
    await declare('JP', 1)
    await harness.pass(2_500)
    expect((await declare('JP', 1)).history).toHaveLength(1)
  })

  it('refuses a country there is not, and a treaty of the United States with themselves', async () => {
    const tried = (countryCode: string) => harness.call(accounts.declareTax, { countryCode, claimsTreaty: 1 }, customer.token)
    expect(await tried('ZZ')).toMatchObject({ code: 1000, data: { field: 'countryCode' } })
    expect(await tried('US')).toMatchObject({ code: 1000, data: { field: 'claimsTreaty' } })
    expect(await declare('US', 0)).toMatchObject({ current: { countryCode: 'US' } })
  })

  it('cannot be changed or taken out afterwards', async () => {
    await declare('DE', 1)
    await expect(harness.app.pool.query('update tax_declarations set claims_treaty = false')).rejects.toThrow('permission denied')
    await expect(harness.app.pool.query('delete from tax_declarations')).rejects.toThrow('permission denied')
  })
})
