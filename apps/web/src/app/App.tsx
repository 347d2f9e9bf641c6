import { Route, Routes } from 'react-router'
import { type RoutePath, routePaths, screenOf } from '../routes.ts'
import { NotFound } from './NotFound.tsx'
import { Page } from './Page.tsx'
import { Shell } from './Shell.tsx'
import { lazyScreen } from './lazy-screen.ts'

const pages = routePaths.flatMap((path) => {
  const load = screenOf(path)
  return load === null ? [] : [{ path, screen: lazyScreen(load) }]
})

/** The shell, and in it the page of the address. */
export function App() {
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
