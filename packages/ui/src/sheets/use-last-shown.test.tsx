import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLastShown } from './use-last-shown.ts'

it('shows what there is, and keeps the last of it when there is nothing any more', () => {
  const { result, rerender } = renderHook(({ value }) => useLastShown(value), { initialProps: { value: null as string | null } })
  const shownFor = (value: string | null) => {
    rerender({ value })
    return result.current
  }
  expect(result.current).toBeNull()
  expect(shownFor('first')).toBe('first')
  expect(shownFor(null)).toBe('first')
  expect(shownFor('second')).toBe('second')
  expect(shownFor(null)).toBe('second')
})
