import { offerings } from '@rueda/contract/offerings.ts'
import type { PlacingItem } from '@rueda/contract/placing.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { PlacingCard } from './PlacingCard.tsx'

/** Goal: a placing that is still to open says on its button when it does, whichever day that is. */
afterEach(leave)

const NOW = new Date(2026, 10, 20, 9, 0).getTime()
const upcoming: PlacingItem = {
  ...{
    id: 'p1',
    offeringId: 'CBHB-1',
    name: 'Cobre Hondo',
    stockCode: 'CBHB',
    market: 'US',
    currency: 'USD',
    price: null,
    discountPct: '8',
  },
  ...{ referencePrice: null, referenceDate: null, marketPrice: null, lotSize: null, minCount: null, maxCountPerUser: null },
  ...{ totalQuantity: null, askedQuantity: '0', remainQuantity: null, allotQuantity: '0', saleStartTimestamp: NOW, saleEndTimestamp: NOW },
  ...{ lockDays: 30, unlockDate: null, eligibility: { institution: 0, minEquity: '0', suitability: 1 }, listHash: null, status: 0 },
  simulated: 1,
}

it.each([
  ['Abre a las 15:00', new Date(2026, 10, 20, 15, 0)],
  ['Abre el 04/12/2026 a las 15:00', new Date(2026, 11, 4, 15, 0)],
])('says %s', async (words, opens) => {
  const placing = { ...upcoming, saleStartTimestamp: opens.getTime() }
  await visit(() => <PlacingCard placing={placing} now={NOW} onApply={() => undefined} />, {
    at: 'pages/product/placing',
    answers: [answer(offerings.notOffered, [])],
  })
  expect(await screen.findByRole('button', { name: words })).toBeDefined()
})
