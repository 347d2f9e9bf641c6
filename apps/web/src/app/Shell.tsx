import { UiProvider } from '@rueda/ui/provider/context.tsx'
import { prepareSheets } from '@rueda/ui/sheets/Sheet.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { type DeskPlace, type RoutePath, entryOf, routes } from '../routes.ts'
import { FirstLanguage } from './FirstLanguage.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { StepUp } from './StepUp.tsx'
import { TabBar } from './TabBar.tsx'
import { TrustAlarm } from './TrustAlarm.tsx'
import { sectionOf } from './desk/sections.ts'
import { paneOfWindow } from './desk/pane-of-window.ts'
import { WIDE, useAppearance, useCalm, useMedia, useOffline } from '../shared/device/appearance.ts'
import { useBack, useInnerLinks, useVisit } from '../shared/pages/go.ts'
import { useHasNavigated } from '../shared/pages/use-has-navigated.ts'
import { whenIdle } from '../shared/device/idle.ts'
import { usePersonNumber } from '../shared/security/session.ts'
import { usePublished } from '../shared/server/published.ts'
import { useSessionEnd } from './queries-session-end.ts'
import { change, useSettings } from '../shared/device/settings.ts'
import { useUiText, wholeText } from '../shared/text/text.ts'

const NewBuild = lazy(() => patiently(async () => ({ default: (await import('./NewBuild.tsx')).NewBuild })))

const Toaster = lazy(() => patiently(() => import('@rueda/ui/messages/Toaster.tsx')))

const Rail = lazy(async () => {
  const load = () => Promise.all([import('./desk/Rail.tsx'), wholeText()])
  const [rail] = await patiently(load)
  return { default: rail.Rail }
})

/** The workspace of a desk, with the words of all screens. */
const Workspace = lazy(async () => {
  const load = () => Promise.all([import('./desk/Workspace.tsx'), wholeText()])
  const [workspace] = await patiently(load)
  return { default: workspace.Workspace }
})

/** The pages of account and help that stand beside the one in view. */
const SectionList = lazy(async () => {
  const load = () => Promise.all([import('./desk/SectionList.tsx'), wholeText()])
  const [sections] = await patiently(load)
  return { default: sections.SectionList }
})

/** From this width on there is room for that list beside a page of tables. */
const BESIDE_TABLES = '(min-width: 1400px)'

/** How wide a page is on a desk: forms and documents as wide as lines can be read, tables wider. */
const COLUMNS: Readonly<Record<DeskPlace, string>> = { column: '640px', wide: '1280px', workspace: 'none' }

/** Everything around a page: the frame, the tab bar, and the places for sheets and toasts. */
export function Shell() {
  useAppearance()
  useSessionEnd()
  useInnerLinks()
  const ui = useUiOfPage()
  const wide = useMedia(WIDE)
  const roomy = useMedia(BESIDE_TABLES)
  const section = wide && (ui.place === 'column' || roomy) ? sectionOf(ui.path) : null
  const idle = useIdle()
  const person = usePersonNumber()
  return (
    <UiProvider value={ui.value}>
      <TrustAlarm />
      <div key={person} className="flex min-h-0 flex-1 justify-center bg-bg">
        {wide && !ui.isPane ? (
          <Suspense fallback={<div className="w-16 flex-none border-r border-line bg-s1" />}>
            <Rail current={ui.destination} />
          </Suspense>
        ) : null}
        <div
          style={{ '--column': COLUMNS[ui.place] } as Record<string, string>}
          className={`relative flex h-full w-full min-w-0 flex-col overflow-hidden bg-bg panes:w-0 panes:flex-1 panes:border-x-0 ${ui.isPane ? '' : 'shell:w-[480px] shell:flex-none shell:border-x shell:border-line'}`}
        >
          {ui.isPane || (wide && ui.place === 'workspace') ? (
            <Suspense fallback={<div aria-busy />}>
              <Workspace path={ui.path} />
            </Suspense>
          ) : (
            <div className="flex min-h-0 flex-1">
              {section === null ? null : (
                <Suspense fallback={<div className="w-[232px] flex-none border-r border-line" />}>
                  <SectionList current={section} />
                </Suspense>
              )}
              <div className="flex min-h-0 min-w-0 flex-1 flex-col">
                <Outlet />
              </div>
            </div>
          )}
          {ui.isPane || !idle ? null : (
            <Suspense fallback={null}>
              <NewBuild />
            </Suspense>
          )}
          {wide || ui.isPane || ui.tab === undefined ? null : <TabBar current={ui.tab} />}
          <div id="sheets" className="contents" />
          {idle ? (
            <Suspense fallback={null}>
              <Toaster />
            </Suspense>
          ) : null}
        </div>
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
  const asked = pathname.replace(/^\//, '')
  const path: RoutePath | null = asked in routes ? (asked as RoutePath) : null
  const entry = path === null ? undefined : entryOf(path)
  const tab = entry?.tab
  const place = entry?.desk ?? 'column'
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
    docked: false,
    enters: useHasNavigated(),
  }
  // The pages of one instrument belong to trading.
  const destination = tab ?? (place === 'workspace' ? 'trade' : null)
  // A window that shows one pane of the workspace shows it at any width.
  const isPane = place === 'workspace' && paneOfWindow() !== null
  return { value, tab, place, isPane, destination, path: path ?? '' } as const
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
