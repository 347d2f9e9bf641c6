import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const ADDRESS = '/web/position/me'
const asked = (token: string): RequestInit => ({
  method: 'POST',
  headers: { 'language': 'es-AR', 'authorization': token, 'content-type': 'application/json' },
  body: '{"pageSize":100}',
})
const answer = new Response('{}')

let stop = new AbortController()
const keep = (early: Promise<Response>): void =>
  void Object.assign(globalThis, { ruedaEarly: { [ADDRESS]: { request: asked('ana'), answer: early, stop } } })

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  stop = new AbortController()
  keep(Promise.resolve(answer))
})
afterEach(() => vi.restoreAllMocks())

it('an early answer is taken once, by the same request alone', async () => {
  const { signal } = new AbortController()
  expect(await takeEarlyAnswer(ADDRESS, { ...asked('ana'), signal })).toBe(answer)
  expect(takeEarlyAnswer(ADDRESS, { ...asked('ana'), signal })).toBeNull()
})

it.each([
  ['another session', asked('luis')],
  ['another body', { ...asked('ana'), body: '{"pageSize":20}' }],
])('it is not for %s, and is gone then', (_, request) => {
  expect(takeEarlyAnswer(ADDRESS, request)).toBeNull()
  expect(takeEarlyAnswer(ADDRESS, asked('ana'))).toBeNull()
})

it('nor for a read that comes when it is no longer fresh', () => {
  vi.spyOn(performance, 'now').mockReturnValue(3_001)
  expect(takeEarlyAnswer(ADDRESS, asked('ana'))).toBeNull()
})

it('whoever stops waiting for it stops the request itself, also where it was stopped before', () => {
  const own = new AbortController()
  void takeEarlyAnswer(ADDRESS, { ...asked('ana'), signal: own.signal })
  const reason = new Error('stopped')
  own.abort(reason)
  expect(stop.signal.reason).toBe(reason)
  stop = new AbortController()
  keep(Promise.resolve(answer))
  void takeEarlyAnswer(ADDRESS, { ...asked('ana'), signal: own.signal })
  expect(stop.signal.aborted).toBe(true)
})
