import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { waitingIn } from '../testing/console-harness.tsx'
import { read } from './api.ts'

/** Goal: a screen that reads again by itself keeps nobody signed in, whatever it finds; whoever works stays. */
afterEach(() => vi.unstubAllGlobals())

const FROM_A_PERSON = '1'
const BY_ITSELF = 'background'

it.each(['keydown', 'pointerdown', 'wheel'])('after a %s one read counts as use, and those that follow do not', async (sign) => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    marks.push(new Headers(init.headers).get('x-rueda-console'))
    // Each time something else waits: that is no use either.
    const data = { ...waitingIn([]), approvals: { open: marks.length, asked: 0, oldestTimestamp: null } }
    return new Response(JSON.stringify({ code: 200, msg: '', data, venue: 'SIM' }))
  })
  const readOnce = () => new QueryClient().fetchQuery(read(dashboard.waiting, {}, { live: true }))
  await readOnce()
  marks.splice(0)
  await readOnce()
  document.body.dispatchEvent(new Event(sign, { bubbles: true }))
  await readOnce()
  await readOnce()
  expect(marks).toEqual([BY_ITSELF, FROM_A_PERSON, BY_ITSELF])
})
