import { SkeletonRows, Waiting } from '@rueda/ui/loading/Skeleton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { type RoutePath, entryOf } from '../routes.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { useReturn } from '../shared/pages/go.ts'
import type { AppScreen } from './lazy-screen.ts'
import { isAccountClosedOn, useSignedIn } from '../shared/security/session.ts'
import { useText } from '../shared/text/text.ts'

type PageProps = Readonly<{ path: RoutePath; screen: AppScreen }>

/** One page: its access check, and its states while loading and after a failure. */
export function Page({ path, screen }: PageProps) {
  const signedIn = useSignedIn()
  const here = useReturn()
  const [attempt, setAttempt] = useState(0)
  usePageTitle(path)
  if (entryOf(path).access === 'user' && !signedIn) {
    // After the account was closed here, the app is on the way home already.
    return isAccountClosedOn(path) ? null : <Navigate to={`/pages/auth/login?return=${encodeURIComponent(here)}`} replace />
  }
  const again = () => {
    screen.again()
    setAttempt(attempt + 1)
  }
  const Component = screen.component()
  return (
    <PageBoundary key={attempt} path={path} onRetry={again}>
      <Suspense fallback={<PageWaiting path={path} />}>
        <Component />
      </Suspense>
    </PageBoundary>
  )
}

function PageWaiting({ path }: { path: RoutePath }) {
  const t = useText('titles')
  return (
    <Screen title={t(entryOf(path).title)}>
      <Waiting>
        <Card rows>
          <SkeletonRows rows={6} />
        </Card>
      </Waiting>
    </Screen>
  )
}

function usePageTitle(path: RoutePath): void {
  const title = useText('titles')(entryOf(path).title)
  useEffect(() => {
    document.title = `${title} · Rueda`
  }, [title])
}
