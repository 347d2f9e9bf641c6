import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import './app/app.css'
import { App } from './app/App.tsx'
import { keepOfflineCopy } from './app/offline-copy.ts'
import { followOtherTabs } from './app/other-tabs.ts'
import { connectData } from './app/queries-session.ts'
import { queryClient } from './shared/server/query-client.ts'
import { startText } from './shared/text/text.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no place for the app.')

startText().then(
  () => start(place),
  () => offerReload(place),
)

function start(root: HTMLElement): void {
  connectData()
  followOtherTabs()
  keepOfflineCopy()
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

/** Offers a reload with a button that needs no words, because none could be fetched. */
function offerReload(root: HTMLElement): void {
  const button = document.createElement('button')
  button.textContent = 'Rueda ↻'
  button.className = 'h-dvh w-full text-title'
  button.addEventListener('click', () => window.location.reload())
  root.replaceChildren(button)
}
