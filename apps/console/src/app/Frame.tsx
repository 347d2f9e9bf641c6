import { approvals } from '@rueda/contract/admin/approvals.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ConsoleRoute, routes } from '../routes.ts'
import { ChangeRequests } from '../screens/staff/ChangeRequests.tsx'
import { EmergencyBanner } from '../screens/staff/EmergencyBanner.tsx'
import { read } from './api.ts'
import { keepTheme, theme } from './appearance.ts'
import { FactorPrompt } from './FactorPrompt.tsx'
import { GlobalSearch } from './GlobalSearch.tsx'
import { keepLanguage, language } from './language.ts'
import { may, signOut, useRoles, useSession } from './session.ts'
import { TextButton } from './TextButton.tsx'
import { useHash } from './use-hash.ts'
import { say } from './words.ts'

/** The frame of every screen: the menu with its counts on the left, the signed-in colleague above. */
export function Frame({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className="grid min-h-dvh grid-cols-[200px_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <TopBar />
      <Navigation />
      <main className="min-w-0 p-5">
        <EmergencyBanner />
        <ChangeRequests />
        {children}
      </main>
      <FactorPrompt />
    </div>
  )
}

function TopBar() {
  const session = useSession()
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <header className="col-span-2 flex min-h-13 items-center gap-2 border-b border-line bg-s1 px-5 panes:gap-4">
      <a href="#/" className="text-nav">
        Rueda <span className="font-normal text-text3">{say('app.name')}</span>
      </a>
      <span className="hidden rounded-chip bg-warn-tint px-2 py-0.5 text-micro text-warn panes:inline">{say('app.simulated')}</span>
      <GlobalSearch />
      <TextButton
        onPress={() => {
          keepTheme(theme() === 'dark' ? 'light' : 'dark')
          window.location.reload()
        }}
      >
        {say(theme() === 'dark' ? 'app.light' : 'app.dark')}
      </TextButton>
      <TextButton
        onPress={() => {
          keepLanguage(other)
          window.location.reload()
        }}
      >
        {say('app.otherLanguage')}
      </TextButton>
      <span className="hidden text-label text-text2 panes:inline">{session?.name}</span>
      <TextButton onPress={() => void signOut()}>{say('app.signOut')}</TextButton>
    </header>
  )
}

function Navigation() {
  const roles = useRoles()
  const shown = routes.filter(({ power }) => may(roles, power))
  const waiting = useWaiting(roles)
  return (
    <nav aria-label={say('app.navigation')} className="border-r border-line bg-s1 px-2 py-4">
      {(['work', 'customers', 'market', 'house'] as const).map((group) => (
        <NavigationGroup key={group} group={group} shown={shown.filter((route) => route.group === group)} waiting={waiting} />
      ))}
    </nav>
  )
}

type GroupProps = Readonly<{ group: ConsoleRoute['group']; shown: readonly ConsoleRoute[]; waiting: Readonly<Record<string, number>> }>

function NavigationGroup({ group, shown, waiting }: GroupProps) {
  const hash = useHash()
  if (shown.length === 0) return null
  return (
    <div className="pb-4">
      <h2 className="px-3 pb-1 text-micro text-text3">{say(`nav.group.${group}`)}</h2>
      <ul>
        {shown.map(({ name, label }) => {
          const isHere = hash.startsWith(`#/${name}`)
          return (
            <li key={name}>
              <a
                href={`#/${name}`}
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-10 items-center justify-between rounded-control px-3 text-label ${isHere ? 'bg-accent-tint text-accent' : 'text-text2 hover:bg-s2'}`}
              >
                {say(label)}
                {(waiting[name] ?? 0) > 0 ? <span className="num text-meta">{waiting[name]}</span> : null}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Counts the work behind each screen; the frame itself polls for it, so it keeps nobody signed in. */
function useWaiting(roles: readonly StaffRole[]): Readonly<Record<string, number>> {
  const counts = useQuery({ ...read(cases.counts, {}, { live: true }), enabled: may(roles, 'cases.see') })
  const waiting = useQuery({ ...read(approvals.list, {}, { live: true }), enabled: may(roles, 'approvals.see') })
  return {
    cases: (counts.data ?? []).reduce((sum, { open }) => sum + open, 0),
    approvals: (waiting.data ?? []).filter(({ canApprove }) => canApprove === 1).length,
  }
}
