import { type IpoItem, subscriptions } from '@rueda/contract/subscriptions.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Prospectus } from './Prospectus.tsx'

/** Goal: nobody takes a number of lots for one of shares, or a thousand millions for a billion. */
afterEach(leave)

const ID = '6f1c2d3e-0000-4000-8000-000000000001'
const ipo: IpoItem = {
  ...{ id: ID, name: 'Azurite Chemicals', stockCode: 'AZCH', exchangeCode: 'NYSE', market: 'US', price: '41.80', currency: 'USD' },
  ...{ lotSize: '10', minCount: '10', maxCountPerUser: '1000', totalQuantity: '39900000', userQuota: '20000', purchaseStartDate: 1 },
  ...{ purchaseEndDate: 2, drawDate: 3, listDate: 4, prospectusDate: 1, fundRaised: '1667820000.00', industry: 'x', sector: 'y' },
  ...{ description: 'z', underwriter: 'Novak', chiefExecutive: 'Ulises', employees: 460, sharesOutstanding: '1144700000', pe: null },
  ...{ oversubscription: '2.50', customerLots: '12', publicLots: '9000', status: 0, commitHash: 'h', seedReveal: null, simulated: 1 },
}

it('names what is counted in shares and what in lots', async () => {
  const answers = [answer(subscriptions.newStock, [ipo])]
  await visit(Prospectus, { at: `pages/ipo/prospectus?id=${ID}`, answers })
  expect(await screen.findByText('Azurite Chemicals')).toBeDefined()
  for (const words of ['10 acciones', '1.000 acciones', '20.000 acciones', '39.900.000 acciones', '1.144.700.000 acciones'])
    expect(screen.getByText(words)).toBeDefined()
  for (const words of ['12 lotes', '9.000 lotes']) expect(screen.getByText(words)).toBeDefined()
})
