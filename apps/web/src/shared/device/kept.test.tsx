import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { keepFor } from './kept-by.ts'
import { useKept, useKeptInVisit } from './kept.ts'

beforeEach(() => sessionStorage.clear())

const form = () => renderHook(() => useKept('form', ''))
const ticket = () => renderHook(() => useKeptInVisit('ticket', ''), { wrapper: MemoryRouter })

it('what is typed as the page is taken away is there when one comes back', () => {
  const typed = form()
  act(() => {
    typed.result.current[1]('78')
    typed.unmount()
  })
  expect(form().result.current[0]).toBe('78')
  const order = ticket()
  act(() => {
    order.result.current.keep('78')
    order.unmount()
  })
  expect(ticket().result.current).toMatchObject({ value: '78', isKept: true })
})

it('what a form of somebody who has left is still told is nobody else’s', () => {
  keepFor('ana')
  const code = form()
  const [, keep] = code.result.current
  code.unmount()
  keepFor('luis')
  keep('ana@correo.test')
  expect(form().result.current[0]).toBe('')
})
