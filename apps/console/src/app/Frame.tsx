import type { ReactNode } from 'react'
import { ChangeRequests } from '../screens/staff/ChangeRequests.tsx'
import { EmergencyBanner } from '../screens/staff/EmergencyBanner.tsx'
import { keepTheme, theme } from './appearance.ts'
import { FactorPrompt } from './FactorPrompt.tsx'
import { GlobalSearch } from './GlobalSearch.tsx'
import { keepLanguage, language } from './language.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { Navigation } from './Navigation.tsx'
import { leave, useSession } from './session.ts'
import { TextButton } from './TextButton.tsx'
import { say } from './words.ts'

/** The frame of every screen: the menu with its counts on the left, the signed-in colleague above. */
export function Frame({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className="grid min-h-dvh grid-cols-[200px_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <TopBar />
      <Navigation />
      <main tabIndex={-1} className="min-w-0 p-5 outline-none">
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
      <KeysHelp />
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
      <TextButton onPress={leave}>{say('app.signOut')}</TextButton>
    </header>
  )
}
