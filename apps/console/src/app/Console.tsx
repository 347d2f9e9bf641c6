import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { caseDecisions } from '../case-decisions.ts'
import { routes } from '../routes.ts'
import { Dashboard } from '../screens/dashboard/Dashboard.tsx'
import { CaseDecisionsProvider } from '../shared/cases/decisions.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { NotFound } from './NotFound.tsx'
import { Notices } from './Notices.tsx'
import { endWhenOver, readSession, signOut, useLeaving, useSession } from './session.ts'
import { SignInPage } from './SignInPage.tsx'
import { screenOf, useHash } from './use-hash.ts'
import { say } from './words.ts'

/** The back office: the sign-in page, and behind it the screens, which stand in one table. */
export function Console() {
  const session = useSession()
  const isLeaving = useLeaving()
  useEffect(() => {
    if (session === undefined) void readSession()
  }, [session])
  useEffect(() => {
    if (isLeaving) void signOut()
  }, [isLeaving])
  return (
    <>
      {session === undefined || isLeaving ? <p className="p-6 text-center text-label text-text3">{say('app.loading')}</p> : null}
      {session === null ? <SignInPage /> : null}
      {session && !isLeaving ? (
        <OwnQueries key={session.staffId}>
          <Frame>
            <CaseDecisionsProvider value={caseDecisions}>
              <Screen />
            </CaseDecisionsProvider>
          </Frame>
        </OwnQueries>
      ) : null}
      <Notices />
    </>
  )
}

/** What one colleague has read is gone when another signs in. */
function OwnQueries({ children }: Readonly<{ children: ReactNode }>) {
  const [queries] = useState(() => new QueryClient({ queryCache: new QueryCache({ onError: endWhenOver }) }))
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function Screen() {
  const name = screenOf(useHash())
  const Shown = name === '' ? Dashboard : (routes.find((route) => route.name === name)?.Screen ?? NotFound)
  return (
    <ErrorBoundary key={name}>
      <Shown />
    </ErrorBoundary>
  )
}
