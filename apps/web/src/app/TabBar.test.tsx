import { accounts } from '@rueda/contract/accounts.ts'
import { type TabOrder, tabOrders } from '@rueda/contract/codes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishedOf } from '../testing/samples.ts'
import { answer, leave, visit } from '../testing/screen-harness.tsx'
import { push } from '../shared/live/push.ts'
import { queryLeftOn } from '../shared/pages/tab-addresses.ts'
import { signIn } from '../shared/security/session.ts'
import { TabBar } from './TabBar.tsx'
import { connectData } from './queries-session.ts'

/** The five tabs are in the installation's order; on a later visit they are so at once. */
beforeEach(() => localStorage.clear())
afterEach(leave)

const published = (tabOrder: TabOrder) => answer(accounts.appVersion, publishedOf({ tabOrder }))

const Bar = () => <TabBar current="home" />
const shown = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

const [HOME, MARKET, TRADE, WATCHLIST, PROFILE] = [
  ['Inicio', '#/'],
  ['Mercado', '#/pages/market/index'],
  ['Operar', '#/pages/trade/index'],
  ['Favoritos', '#/pages/watchlist/index'],
  ['Perfil', '#/pages/profile/index'],
]
const expected: Readonly<Record<TabOrder, unknown>> = {
  'trade-watchlist': [HOME, MARKET, TRADE, WATCHLIST, PROFILE],
  'watchlist-trade': [HOME, MARKET, WATCHLIST, TRADE, PROFILE],
}

it.each(tabOrders.map((order) => [order] as const))('%s', async (order) => {
  await visit(Bar, { at: '', answers: [published(order)] })
  await waitFor(() => expect(shown()).toEqual(expected[order]))
})

it('is remembered for the next time, when nothing has answered yet', async () => {
  await visit(Bar, { at: '', answers: [published('watchlist-trade')] })
  await waitFor(() => expect(shown()).toEqual(expected['watchlist-trade']))
  leave()
  await visit(Bar, { at: '', answers: [] })
  expect(shown()).toEqual(expected['watchlist-trade'])
})

it('leads to a page as it was left, until somebody else signs in', async () => {
  const order = [published('trade-watchlist')]
  await visit(Bar, { at: 'pages/market/index?market=FUT&tab=months', answers: order })
  leave()
  await visit(Bar, { at: '', answers: order })
  expect(shown()[1]).toEqual(['Mercado', '#/pages/market/index?market=FUT&tab=months'])
  expect(queryLeftOn('market')).toEqual({ market: 'FUT', tab: 'months' })
  connectData()
  signIn('token of ana', { id: 'ana', name: 'Ana', email: 'ana@correo.test' })
  push.stop()
  await waitFor(() => expect(shown()[1]).toEqual(MARKET))
})
