// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PullToRefresh } from './PullToRefresh.tsx'
import { RefreshButton } from './refresh.tsx'

let reads = 0

function Shown() {
  useQuery({ queryKey: ['shown'], queryFn: () => (reads += 1) })
  return null
}

async function shownScreen() {
  reads = 0
  const page = render(
    <QueryClientProvider client={new QueryClient()}>
      <main id="screen">
        <PullToRefresh />
        <RefreshButton />
        <div role="slider" />
        <Shown />
      </main>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(reads).toBe(1))
  return page
}

function pull(target: Element, distance: number): void {
  const touch = (type: string, clientY: number) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { touches: [{ clientY }] })
    target.dispatchEvent(event)
  }
  act(() => {
    touch('touchstart', 100)
    touch('touchmove', 100 + distance)
    touch('touchend', 100 + distance)
  })
}

afterEach(cleanup)

describe('pulling the page down', () => {
  it('reads everything on screen again', async () => {
    const { container } = await shownScreen()
    pull(container.querySelector('main') as Element, 200)
    await waitFor(() => expect(reads).toBe(2))
  })

  it('does nothing when it was let go early, or began on a chart', async () => {
    const { container } = await shownScreen()
    pull(container.querySelector('main') as Element, 60)
    pull(container.querySelector('[role=slider]') as Element, 300)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reads).toBe(1)
  })
})

describe('the button beside it', () => {
  it('does the same', async () => {
    const { container } = await shownScreen()
    act(() => container.querySelector('button')?.click())
    await waitFor(() => expect(reads).toBe(2))
  })
})
