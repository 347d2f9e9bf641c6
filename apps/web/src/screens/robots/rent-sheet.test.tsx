import { offerings } from '@rueda/contract/offerings.ts'
import type { RobotRow } from '@rueda/contract/robots.ts'
import { switches } from '@rueda/contract/switches.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { RentSheet } from './RentSheet.tsx'
import type { RobotTerms } from './RobotDetail.tsx'

/** Goal: what a robot will trade is read by its name before it is rented. */
afterEach(leave)

const grid: RobotRow = { id: 'grid', text: 'rule', parameters: [], hash: 'a'.repeat(64), example: null }
const terms: RobotTerms = {
  ...{
    offered: 1,
    robots: [grid],
    rent: '9.90',
    currency: 'USD',
    termDays: 30,
    minCapital: '100.00',
    maxCapital: '10000.00',
    maxStocks: 5,
  },
  ...{ dailyLossPct: '3.00', drawdownPct: '10.00' },
  stocks: [
    { stockCode: 'CRMT', name: 'Cragstone Mutual' },
    { stockCode: 'HLWN', name: 'Halcyonis Windworks' },
  ],
}

it('names each share in the review', async () => {
  const nothing = () => undefined
  await visit(() => <RentSheet open robot={grid} terms={terms} stocks={['CRMT', 'HLWN']} onStocks={nothing} onClose={nothing} />, {
    at: 'pages/robot/detail?id=grid',
    signedIn: true,
    answers: [
      answer(switches.off, []),
      answer(offerings.notOffered, []),
      answer(wallets.one, {
        ...{ walletType: 'FOLLOW', currency: 'USD', symbol: '$', balance: '5000.00', usedBalance: '0.00', available: '5000.00' },
        ...{ unsettled: '0.00', withdrawable: '5000.00', valueUsd: '5000.00' },
      }),
    ],
  })
  fireEvent.input(await screen.findByLabelText('Capital (USD)'), { target: { value: '500' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText('Cragstone Mutual (CRMT)')).toBeDefined()
  expect(screen.getByText('Halcyonis Windworks (HLWN)')).toBeDefined()
})
