import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense, lazy } from 'react'
import { HashRouter, Route, Routes, useNavigate } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { useTypedInQuery } from './typed-in-query.ts'

/** Goal: a word that is looked for stays in the address, and never takes the place of the page that was opened meanwhile. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const PAST_SETTLING_MS = 1000

function List() {
  const [typed, setTyped] = useTypedInQuery('q')
  const navigate = useNavigate()
  return (
    <>
      <input value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="button" onClick={() => void navigate('/article')}>
        open
      </button>
    </>
  )
}

function openList() {
  let arrive: (page: { default: () => string }) => void = () => undefined
  const Article = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)))
  window.history.replaceState(null, '', '#/list?tag=market')
  render(
    <HashRouter>
      <Suspense fallback="waiting">
        <Routes>
          <Route path="/list" element={<List />} />
          <Route path="/article" element={<Article />} />
        </Routes>
      </Suspense>
    </HashRouter>,
  )
  return { arrive: () => arrive({ default: () => 'article' }) }
}

it('keeps the word beside what else the address says', async () => {
  openList()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' zinc ' } })
  await waitFor(() => expect(window.location.hash).toBe('#/list?tag=market&q=zinc'))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '' } })
  await waitFor(() => expect(window.location.hash).toBe('#/list?tag=market'))
})

it('leaves the page alone that was opened before the word had settled, however long that takes to come', async () => {
  vi.useFakeTimers()
  const { arrive } = openList()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'zinc' } })
  fireEvent.click(screen.getByRole('button'))
  await act(() => vi.advanceTimersByTimeAsync(PAST_SETTLING_MS))
  expect(window.location.hash).toBe('#/article')
  vi.useRealTimers()
  arrive()
  expect(await screen.findByText('article')).toBeDefined()
})

it('follows a way to this page with another word', async () => {
  openList()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'zinc' } })
  await waitFor(() => expect(window.location.hash).toBe('#/list?tag=market&q=zinc'))
  act(() => {
    window.history.pushState({ key: 'other' }, '', '#/list?q=other')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(screen.getByDisplayValue('other')).toBeDefined())
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(window.location.hash).toBe('#/list?q=other')
})

it('keeps a word that had not settled when a page was opened', () => {
  openList()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'zinc' } })
  const addresses: string[] = []
  const listen = (): void => void addresses.push(window.location.hash)
  screen.getByRole('button').addEventListener('click', listen)
  fireEvent.click(screen.getByRole('button'))
  expect(addresses).toEqual(['#/list?tag=market&q=zinc'])
})
