import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterSheetEntry, isOnSheetEntry, leaveSheetEntry, pushSheetEntry } from './sheet-history.ts'

/** Goal: whatever becomes of the way back out of a sheet, links go on working. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('whoever leaves a sheet goes on when the browser is back', () => {
  vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  const follow = vi.fn()
  leaveSheetEntry(pushSheetEntry())
  afterSheetEntry(follow)
  expect(follow).not.toHaveBeenCalled()
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(follow).toHaveBeenCalledTimes(1)
})

it('and also when the browser never says so, because another navigation overtook it', () => {
  vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  const follow = vi.fn()
  leaveSheetEntry(pushSheetEntry())
  expect(isOnSheetEntry()).toBe(false)
  afterSheetEntry(follow)
  vi.advanceTimersByTime(5_000)
  expect(follow).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(follow).toHaveBeenCalledTimes(1)
})
