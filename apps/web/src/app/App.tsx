import { useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { type RoutePath, type ScreenName, routePaths, routes } from '../routes.ts'
import { Home } from '../screens/home/Home.tsx'
import { readAhead } from '../screens/home/reads.ts'
import { NotFound } from './NotFound.tsx'
import { Page } from './Page.tsx'
import { Shell } from './Shell.tsx'
import { prepareMenus } from '../shared/quotes/InstrumentMenu.tsx'
import { currentToken } from '../shared/security/session.ts'
import { queryClient } from '../shared/server/query-client.ts'
import { prepareRefresh } from '../shared/server/refresh-after.ts'
import { whenIdle } from '../shared/device/idle.ts'
import { type AppScreen, lazyScreen, prepareScreens, presentScreen } from './lazy-screen.ts'

const pages = routePaths.map((path) => ({ path, screen: screenOf(routes[path].screen) }))

/** The shell, and in it the page of the address. */
export function App() {
  usePrepared()
  return (
    <Routes>
      <Route element={<Shell />}>
        {pages.map(({ path, screen }) => (
          <Route key={path} path={routerPath(path)} element={<Page key={path} path={path} screen={screen} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

/** Beside the first words: what home reads, or the table of screens, where the app begins with another page. */
export function prepareStart(): void {
  const [path = ''] = location.hash.replace(/^#?\/?/u, '').split('?')
  if (!(path in routes)) return
  if (routes[path as RoutePath].screen === 'home/Home') readAhead(queryClient, currentToken() !== null)
  else prepareScreens()
}

const routerPath = (path: RoutePath): string => `/${path}`

/** The screens nearly everybody opens next: a quote, and from there a ticket. */
const NEXT: readonly RoutePath[] = ['pages/quote/stock', 'pages/payment/stock', 'pages/market/index']

/** Fetches the next screens once the first one is there and the browser has nothing to do. */
function usePrepared(): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const { path, screen } of pages) if (NEXT.includes(path)) screen.prepare()
        prepareMenus()
        prepareRefresh()
      }),
    [],
  )
}

/** Home comes with the app, because it is where nearly everybody begins. */
function screenOf(name: ScreenName): AppScreen {
  return name === 'home/Home' ? presentScreen(Home) : lazyScreen(name)
}
