import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HIDES_BELOW_MS, SKELETON_AFTER_MS, Waiting } from './Skeleton.tsx'

/** Goal: what comes quickly comes without a flicker, and what is slow has its place from the start. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the place is kept at once, and its skeleton shows after a fifth of a second', () => {
  const { container } = render(<Waiting>rows</Waiting>)
  const place = container.querySelector('[aria-busy=true]')
  const isInvisible = () => place?.classList.contains('invisible')
  expect(place?.textContent).toContain('rows')
  act(() => void vi.advanceTimersByTime(SKELETON_AFTER_MS - 1))
  expect(isInvisible()).toBe(true)
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('')
  act(() => void vi.advanceTimersByTime(1))
  expect(isInvisible()).toBe(false)
  expect(screen.getByRole('status', { hidden: true }).textContent).not.toBe('')
  expect(SKELETON_AFTER_MS).toBe(200)
})

it('what stands below a place of unknown height is hidden for three seconds at most', () => {
  const { container } = render(<Waiting hidesBelow>rows</Waiting>)
  const isHidingBelow = () => container.querySelector('[data-hides-below]') !== null
  act(() => void vi.advanceTimersByTime(HIDES_BELOW_MS - 1))
  expect(isHidingBelow()).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(isHidingBelow()).toBe(false)
  expect(HIDES_BELOW_MS).toBe(3000)
})
