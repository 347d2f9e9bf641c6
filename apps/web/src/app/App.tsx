import { useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { type RoutePath, type ScreenName, routePaths, routes } from '../routes.ts'
import { screens } from '../screens.ts'
import { Home } from '../screens/home/Home.tsx'
import { NotFound } from './NotFound.tsx'
import { Page } from './Page.tsx'
import { Shell } from './Shell.tsx'
import { whenIdle } from './idle.ts'
import { type AppScreen, lazyScreen, presentScreen } from './lazy-screen.ts'

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

const routerPath = (path: RoutePath): string => `/${path}`

/** The screens nearly everybody opens next: a quote, and from there a ticket. */
const NEXT: readonly RoutePath[] = ['pages/quote/stock', 'pages/payment/stock', 'pages/market/index']

/** Fetches the next screens once the first one is there and the browser has nothing to do. */
function usePrepared(): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const { path, screen } of pages) if (NEXT.includes(path)) screen.prepare()
      }),
    [],
  )
}

/** Home comes with the app, because it is where nearly everybody begins. */
function screenOf(name: ScreenName): AppScreen {
  return name === 'home/Home' ? presentScreen(Home) : lazyScreen(screens[name])
}
