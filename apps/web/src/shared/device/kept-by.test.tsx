import { beforeEach, expect, it } from 'vitest'
import { keepFor } from './kept-by.ts'

beforeEach(() => sessionStorage.clear())

it('keeps what was typed for whoever comes back, and nothing of it for somebody else', () => {
  sessionStorage.setItem('rueda.kept.register', '"typed before the first sign-in"')
  keepFor('ana')
  sessionStorage.setItem('rueda.kept.loan', '"500"')
  sessionStorage.setItem('rueda.other', 'stays')
  keepFor('ana')
  expect(sessionStorage.getItem('rueda.kept.register')).not.toBeNull()
  expect(sessionStorage.getItem('rueda.kept.loan')).toBe('"500"')
  keepFor('luis')
  expect(sessionStorage.getItem('rueda.kept.loan')).toBeNull()
  expect(sessionStorage.getItem('rueda.other')).toBe('stays')
})
