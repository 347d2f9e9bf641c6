import { UiProvider } from '@rueda/ui/provider/context.tsx'
import { prepareSheets } from '@rueda/ui/sheets/Sheet.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { type RoutePath, entryOf, routes } from '../routes.ts'
import { FirstLanguage } from './FirstLanguage.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { StepUp } from './StepUp.tsx'
import { TabBar } from './TabBar.tsx'
import { WIDE, useAppearance, useCalm, useMedia, useOffline } from '../shared/device/appearance.ts'
import { useBack, useInnerLinks, useVisit } from '../shared/pages/go.ts'
import { whenIdle } from './idle.ts'
import { usePublished } from '../shared/server/published.ts'
import { useSessionEnd } from './queries-session-end.ts'
import { change, useSettings } from '../shared/device/settings.ts'
import { useUiText, wholeText } from '../shared/text/text.ts'

const Toaster = lazy(() => patiently(() => import('@rueda/ui/messages/Toaster.tsx')))

/** The pane beside the shell on wide screens. */
const FocusPane = lazy(async () => {
  const load = () => Promise.all([import('./FocusPane.tsx'), wholeText()])
  const [pane] = await patiently(load)
  return { default: pane.FocusPane }
})

/** Everything around a page: the frame, the tab bar, and the places for sheets and toasts. */
export function Shell() {
  useAppearance()
  useSessionEnd()
  useInnerLinks()
  const ui = useUiOfPage()
  const wide = useMedia(WIDE)
  const idle = useIdle()
  return (
    <UiProvider value={ui.value}>
      <div className="flex h-dvh justify-center bg-bg">
        <div className="relative flex h-full w-full min-w-0 flex-col overflow-hidden bg-bg shell:w-[480px] shell:flex-none shell:border-x shell:border-line">
          <Outlet />
          {ui.tab === undefined ? null : <TabBar current={ui.tab} />}
          <div id="sheets" className="contents" />
          {idle ? (
            <Suspense fallback={null}>
              <Toaster />
            </Suspense>
          ) : null}
        </div>
        {wide ? (
          <aside className="h-full max-w-[880px] min-w-0 flex-1 overflow-y-auto border-r border-line">
            <Suspense fallback={<div aria-busy />}>
              <FocusPane />
            </Suspense>
          </aside>
        ) : null}
      </div>
      <FirstLanguage />
      <Shortcuts />
      <StepUp />
    </UiProvider>
  )
}

function useUiOfPage() {
  const scenario = usePublished()?.scenario ?? null
  const { pathname } = useLocation()
  const settings = useSettings()
  const text = useUiText()
  const calm = useCalm()
  const offline = useOffline()
  const back = useBack()
  const path = pathname.replace(/^\//, '')
  const tab = path in routes ? entryOf(path as RoutePath).tab : undefined
  const visit = useVisit(tab !== undefined)
  const value = {
    language: settings.language,
    text,
    calm,
    offline,
    scenario,
    flashesPrices: settings.flashesPrices,
    confirmsByTap: settings.confirmsByTap,
    onConfirmsByTap: (confirmsByTap: boolean) => change({ confirmsByTap }),
    hidesAmounts: settings.hidesAmounts,
    onHidesAmounts: (hidesAmounts: boolean) => change({ hidesAmounts }),
    vibrates: settings.vibrates,
    onBack: tab === undefined ? back : null,
    visit,
  }
  return { value, tab }
}

/** True once the first screen is there. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    return whenIdle(() => {
      prepareSheets()
      setIdle(true)
    })
  }, [])
  return idle
}
