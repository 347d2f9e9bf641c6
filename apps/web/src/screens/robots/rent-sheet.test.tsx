import { offerings } from '@rueda/contract/offerings.ts'
import { type RobotRow, robots } from '@rueda/contract/robots.ts'
import { switches } from '@rueda/contract/switches.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { allWallets, walletRow } from '../../testing/samples.ts'
import { RobotDetail, type RobotTerms } from './RobotDetail.tsx'

/** Goal: what a robot will trade is read by its name before it is rented, and a detour over a transfer or the questions loses nothing. */
beforeEach(() => sessionStorage.clear())
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

const open = () =>
  visit(RobotDetail, {
    at: 'pages/robot/detail?id=grid',
    signedIn: true,
    answers: [
      answer(switches.off, []),
      answer(offerings.notOffered, []),
      answer(robots.list, terms),
      answer(wallets.all, allWallets(walletRow('FOLLOW', '500.00'), walletRow('US_WALLET', '50000.00'))),
    ],
  })
const capital = () => screen.findByLabelText<HTMLInputElement>('Capital (USD)')

async function typeCapital(): Promise<void> {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Alquilar' }))
  fireEvent.input(await capital(), { target: { value: '500' } })
}

it('names each share in the review', async () => {
  await typeCapital()
  fireEvent.click((await screen.findAllByRole('button', { name: 'HLWN · Halcyonis Windworks' })).at(-1) as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText('Cragstone Mutual (CRMT)')).toBeDefined()
  expect(screen.getByText('Halcyonis Windworks (HLWN)')).toBeDefined()
  // The capital of 500.00 and the rent: what the wallet lacks comes from another one with it.
  expect(screen.getByText('Transferido desde Cuenta US').closest('div')?.textContent).toContain('$9,90')
  expect(screen.getByText(/va con esto en una sola operación/u)).toBeDefined()
})

it('finds the sheet open, with what was typed, after a detour', async () => {
  await typeCapital()
  cleanup()
  await open()
  expect((await capital()).value).toBe('500')
})
