import { type Plan, plans } from '@rueda/contract/plans.ts'
import { type PracticeStanding, practice } from '@rueda/contract/practice.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { BeginAgain } from './BeginAgain.tsx'

/** Goal: whoever begins again knows what is in the way and where it ends, what goes on and spends, and when the next time is. */
afterEach(leave)

const free: PracticeStanding = {
  ...{ offered: 1, grant: '100000.00', inTheWay: [], positions: 0, fromTimestamp: null, beganTimestamp: null },
}
const plan: Plan = {
  ...{ id: '6f1c2d3e-0000-4000-8000-000000000001', planNo: 'P1', kind: 'recurring', name: 'Ardovia', stockCode: 'ARDV', market: 'US' },
  ...{
    source: 7,
    localLogoUrl: '',
    currency: 'USD',
    walletType: 'STOCK',
    available: '1.00',
    amount: '50.00',
    givers: [],
    rhythm: 'week',
    day: 1,
  },
  ...{ firstDate: '2026-11-30', nextDates: ['2026-11-30'], nextTimestamp: 1, yearAmount: '2600.00', skipsInRow: 0, skipsToPause: 3 },
  ...{ status: 'active', pausedBy: null, lastRun: null, createTimeTimestamp: 1 },
}
const shown = (standing: Partial<PracticeStanding>, own: readonly Plan[] = []) =>
  visit(BeginAgain, {
    at: 'pages/practice/index',
    signedIn: true,
    answers: [
      answer(practice.standing, { ...free, ...standing }),
      answer(plans.list, { list: [...own], total: own.length, pageNum: 1, pageSize: 20, pages: 1 }),
      answer(wallets.overview, () => ({ refusedWith: 9000 })),
    ],
  })

it.each([
  ['funds', 'Fondos que tenés o que se están comprando o rescatando', '#/pages/yinmutual/myhold'],
  ['mandates', 'Agencias que seguís', '#/pages/product/follow?tab=mine'],
  ['robots', 'Robots alquilados', '#/pages/robot/record'],
  ['newShares', 'Solicitudes de acciones nuevas', '#/pages/product/newstock?tab=mine'],
  ['placings', 'Solicitudes de colocaciones', '#/pages/placing/record'],
  ['loans', 'Un préstamo pedido o sin pagar', '#/pages/loan/index'],
] as const)('names what is in the way and leads to its own screen: %s', async (way, label, href) => {
  await shown({ inTheWay: [way] })
  const links = await screen.findAllByRole('link', { name: new RegExp(label, 'u') })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([href, href])
})

it('says before it is pressed that plans go on, and when the next time is', async () => {
  await shown({}, [plan])
  expect(await screen.findByText(/Tus planes siguen/u)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Compras periódicas' }).getAttribute('href')).toBe('#/pages/plan/index')
  expect(screen.getByText('La próxima vez va a ser posible recién después de 7 días.')).toBeDefined()
})

it('says nothing of plans where none buys', async () => {
  await shown({}, [{ ...plan, status: 'paused', pausedBy: 'customer' }])
  expect(await screen.findByText(/recién después de 7 días/u)).toBeDefined()
  expect(screen.queryByText(/Tus planes siguen/u)).toBeNull()
})
