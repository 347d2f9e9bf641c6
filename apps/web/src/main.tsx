import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import './app/app.css'
import { App } from './app/App.tsx'
import { queryClient } from './app/query-client.ts'
import { startText } from './app/text.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('The page has no place for the app.')

await startText()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <App />
      </HashRouter>
    </QueryClientProvider>
  </StrictMode>,
)
