import type { Waiting } from '@rueda/contract/admin/dashboard.ts'
import type { StaffDataOf, StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { powersOf } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { type ConsoleLanguage, keepLanguage } from '../app/language.ts'
import { clearNotice } from '../app/notices.ts'
import { Notices } from '../app/Notices.tsx'
import { forgetSession, keepSession } from '../app/session.ts'
import { UiFrame } from '../app/UiFrame.tsx'

/**
 * An answer of the server in a test. A part of the console is shown in English unless a test asks otherwise, and the server gives
 * these answers and no others; their data is checked against the contract.
 */
export type Answer = Readonly<{ path: string; give: () => unknown }>

export const answer = <E extends StaffEndpoint>(endpoint: E, data: StaffDataOf<E>): Answer => ({
  path: endpoint.path,
  give: () => endpoint.data.parse(data),
})

/** Nothing that waits but these queues. */
export const waitingIn = (queues: Waiting['queues']): Waiting => ({
  ...{ queues, approvals: { open: 0, asked: 0, oldestTimestamp: null } },
  ...{ alerts: null, ledgerChecks: null },
})

/** Long enough for a busy machine; a test that fails waits this long in vain. */
const PATIENCE_MS = 10_000
configure({ asyncUtilTimeout: PATIENCE_MS })

const COLLEAGUE = {
  ...{ staffId: '019a0000-0000-7000-8000-00000000000a', name: 'Eva', email: 'eva@example.org' },
  ...{ suspendedTimestamp: null, verifiedTimestamp: 1, idleEndTimestamp: 2, endTimestamp: 3 },
}

type Input = Readonly<Record<string, unknown>>
/** Inputs that an endpoint was asked with, in order. */
type Seat = Readonly<{ asked: (endpoint: StaffEndpoint) => readonly Input[] }>

/** Shows a part of the console to somebody with these roles, or with none. */
export function sit(
  part: ReactNode,
  answers: readonly Answer[] = [],
  roles: readonly StaffRole[] = [],
  { language = 'en' }: Readonly<{ language?: ConsoleLanguage }> = {},
): Seat {
  keepLanguage(language)
  const sent = answerCalls(answers)
  keepSession({ ...COLLEAGUE, roles: [...roles], composed: [], powers: [...powersOf({ roles, composed: [] })] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiFrame>
        {part}
        <Notices />
      </UiFrame>
    </QueryClientProvider>,
  )
  return { asked: (endpoint) => sent.filter(({ path }) => path === `/admin${endpoint.path}`).map(({ input }) => input) }
}

/** After each test. */
export function rise(): void {
  cleanup()
  forgetSession()
  clearNotice()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
}

const SUCCESS_CODE = 200

function answerCalls(answers: readonly Answer[]): readonly Readonly<{ path: string; input: Input }>[] {
  const sent: { path: string; input: Input }[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://rueda.test')
    sent.push({ path: pathname, input: typeof init?.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(searchParams) })
    const found = answers.find(({ path }) => pathname === `/admin${path}`)
    if (found === undefined) throw new TypeError(`nothing answers ${pathname}`)
    return new Response(JSON.stringify({ code: SUCCESS_CODE, msg: '', data: found.give(), venue: 'SIM' }))
  })
  return sent
}
