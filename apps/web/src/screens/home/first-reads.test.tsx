import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../shared/server/api.ts'
import type { RequestContent } from '../../shared/server/request-content.ts'
import { firstRequests } from './first-reads.ts'
import { readAhead } from './reads.ts'

afterEach(() => vi.unstubAllGlobals())

function requestsOf(signedIn: boolean): readonly RequestContent[] {
  const requests: RequestContent[] = []
  vi.stubGlobal('fetch', (address: string, { body = null }: RequestInit) => {
    requests.push({ address, body: body as string | null })
    return new Promise(() => undefined)
  })
  readAhead(makeQueryClient(), signedIn)
  return requests
}

it.each([
  ['a visitor', false, firstRequests.visitor],
  ['a customer', true, firstRequests.customer],
] as const)('the page prefetches just what home reads first for %s', (_, signedIn, requests) => {
  expect(requestsOf(signedIn)).toEqual(requests)
})
