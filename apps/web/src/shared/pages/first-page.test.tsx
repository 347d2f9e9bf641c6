import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useHasNavigated } from './use-has-navigated.ts'

/** Goal: the page that the app is opened with is there at once and stays as it is; every other one slides in, also on the way back to the first. */
afterEach(cleanup)

function App({ page }: { page: string }) {
  const go = useNavigate()
  return (
    <UiProvider value={{ ...useUi(), enters: useHasNavigated() }}>
      <Screen key={page} title={page}>
        <button type="button" onClick={() => void go('/?filter=up', { replace: true })}>
          filter
        </button>
        <button type="button" onClick={() => void go('/quote')}>
          quote
        </button>
        <button type="button" onClick={() => void go(-1)}>
          back
        </button>
      </Screen>
    </UiProvider>
  )
}

const shown = (page: string) => (
  <MemoryRouter>
    <App page={page} />
  </MemoryRouter>
)
const slidesIn = (): boolean => screen.getByRole('main').parentElement?.className.includes('animate-enter') === true

it('does not slide in later, when a filter of it changes its address', () => {
  render(shown('market'))
  expect(slidesIn()).toBe(false)
  fireEvent.click(screen.getByText('filter'))
  expect(slidesIn()).toBe(false)
})

it('slides in as one comes back to it', () => {
  const { rerender } = render(shown('home'))
  fireEvent.click(screen.getByText('quote', { selector: 'button' }))
  rerender(shown('quote'))
  expect(slidesIn()).toBe(true)
  fireEvent.click(screen.getByText('back'))
  rerender(shown('home'))
  expect(slidesIn()).toBe(true)
})
