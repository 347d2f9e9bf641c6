import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import './app/app.css'
import { App, prepareStart } from './app/App.tsx'
import { whenIdle } from './shared/device/idle.ts'
import { followOtherTabs } from './app/other-tabs.ts'
import { connectData } from './app/queries-session.ts'
import { keepInstallOffer } from './shared/device/install-prompt.ts'
import { queryClient } from './shared/server/query-client.ts'
import { startText } from './shared/text/text.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no place for the app.')

connectData()
prepareStart()
startText().then(
  () => start(place),
  () => offerReload(place),
)

function start(root: HTMLElement): void {
  followOtherTabs()
  keepInstallOffer()
  whenIdle(() => void keepOfflineCopy().catch(() => undefined))
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HashRouter>
          <App />
        </HashRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const keepOfflineCopy = async (): Promise<void> => (await import('./app/offline-copy.ts')).keepOfflineCopy()

/** Offers a reload with a button that needs no words, because none could be fetched. */
function offerReload(root: HTMLElement): void {
  const button = document.createElement('button')
  button.textContent = 'Rueda ↻'
  button.className = 'h-dvh w-full text-title'
  button.addEventListener('click', () => window.location.reload())
  root.replaceChildren(button)
}
