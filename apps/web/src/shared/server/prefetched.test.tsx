import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takePrefetched } from './prefetched.ts'

const ADDRESS = '/web/position/me'
const requestOf = (token: string): RequestInit => ({
  method: 'POST',
  headers: { 'language': 'es-AR', 'authorization': token, 'content-type': 'application/json' },
  body: '{"pageSize":100}',
})
const response = new Response('{}')

let abort = new AbortController()
const prefetch = (): void => {
  abort = new AbortController()
  Object.assign(globalThis, { ruedaPrefetched: { [ADDRESS]: { request: requestOf('ana'), response: Promise.resolve(response), abort } } })
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  prefetch()
})
afterEach(() => vi.restoreAllMocks())

it('a prefetched response is taken once, by the same request alone', async () => {
  const { signal } = new AbortController()
  expect(await takePrefetched(ADDRESS, { ...requestOf('ana'), signal })).toBe(response)
  expect(takePrefetched(ADDRESS, { ...requestOf('ana'), signal })).toBeNull()
})

it.each([
  ['another session', requestOf('luis')],
  ['another body', { ...requestOf('ana'), body: '{"pageSize":20}' }],
])('it is not for %s, and is gone then', (_, request) => {
  expect(takePrefetched(ADDRESS, request)).toBeNull()
  expect(takePrefetched(ADDRESS, requestOf('ana'))).toBeNull()
})

it('nor for a read that comes when it is no longer fresh', () => {
  vi.spyOn(performance, 'now').mockReturnValue(3_001)
  expect(takePrefetched(ADDRESS, requestOf('ana'))).toBeNull()
})

it('whoever stops waiting for it aborts the request itself, also where it was aborted before', () => {
  const own = new AbortController()
  void takePrefetched(ADDRESS, { ...requestOf('ana'), signal: own.signal })
  const reason = new Error('aborted')
  own.abort(reason)
  expect(abort.signal.reason).toBe(reason)
  prefetch()
  void takePrefetched(ADDRESS, { ...requestOf('ana'), signal: own.signal })
  expect(abort.signal.aborted).toBe(true)
})
