import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../shared/server/api.ts'
import type { Asked } from '../../shared/server/request.ts'
import { firstRequests } from './first-reads.ts'
import { readAhead } from './reads.ts'

afterEach(() => vi.unstubAllGlobals())

function askedBy(signedIn: boolean): readonly Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (address: string, { body = null }: RequestInit) => {
    asked.push({ address, body: body as string | null })
    return new Promise(() => undefined)
  })
  readAhead(makeQueryClient(), signedIn)
  return asked
}

it.each([
  ['a visitor', false, firstRequests.visitor],
  ['a customer', true, firstRequests.customer],
] as const)('the page asks ahead for just what home reads first for %s', (_, signedIn, requests) => {
  expect(askedBy(signedIn)).toEqual(requests)
})
