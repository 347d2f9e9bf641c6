import type { DataOf, Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { connectApi, makeQueryClient } from '../shared/server/api.ts'
import { signIn, signOut } from '../shared/security/session.ts'
import { useSettings } from '../shared/device/settings.ts'
import { sayRefusal, wholeText, useUiText } from '../shared/text/text.ts'

/**
 * A screen as the app shows it, in Spanish, with a server that answers what the test says and nothing else. What an
 * answer holds is checked against the contract, so that a test cannot pass on a shape the server does not send.
 */
type Input = Readonly<Record<string, unknown>>
export type Answer = Readonly<{ endpoint: Endpoint; give: (input: Input) => unknown }>
export type Refused = Readonly<{ refusedWith: number; facts?: object }>
/** Given at once, or when the test resolves it. */
type Given<Data> = Data | Refused | Promise<Data | Refused>

export const answer = <E extends Endpoint>(endpoint: E, give: DataOf<E> | ((input: InputOf<E>) => Given<DataOf<E>>)): Answer => ({
  endpoint,
  give: (input) => (typeof give === 'function' ? (give as (asked: unknown) => unknown)(input) : give),
})

export type Visit = Readonly<{
  /** The inputs sent to an endpoint, in order. */
  asked: (endpoint: Endpoint) => readonly Input[]
  /** The app's current address: path and query. */
  place: () => string
}>

type Options = Readonly<{ at: string; answers: readonly Answer[]; signedIn?: boolean; practising?: boolean }>

export async function visit(Screen: ComponentType, { at, answers, signedIn = false, practising = false }: Options): Promise<Visit> {
  useSettings.setState({ language: 'es', confirmsByTap: true })
  await wholeText()
  if (signedIn) signIn('token', { id: '1', name: 'Ana', email: practising ? '' : 'ana@correo.test' })
  else signOut()
  connectApi({
    token: () => (signedIn ? 'token' : null),
    language: () => 'es',
    onSessionEnd: () => undefined,
    prove: () => Promise.resolve(false),
    onReceipt: () => undefined,
    sayRefusal,
  })
  const sent = answerCalls(answers)
  window.history.replaceState(null, '', `#/${at}`)
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[`/${at}`]}>
        <Spanish>
          <Screen />
          <div id="sheets" />
        </Spanish>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    asked: (endpoint) => sent.filter(({ path }) => isAt(endpoint, path)).map(({ input }) => input),
    place: () => document.getElementById('address')?.textContent ?? '',
  }
}

/** A busy machine is slow; a test that fails waits this long in vain. */
const PATIENCE_MS = 10_000
configure({ asyncUtilTimeout: PATIENCE_MS })

/** Removes the page after each test, and signs out. */
export function leave(): void {
  cleanup()
  signOut()
  vi.unstubAllGlobals()
}

/** The media queries of a wide screen, to stand in for `matchMedia`. */
export const desk = (media: string) => ({
  media,
  matches: media.includes('min-width'),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

function Address() {
  const { pathname, search } = useLocation()
  return <output id="address">{`${pathname}${search}`.replace(/^\//, '')}</output>
}

function Spanish({ children }: { children: ReactNode }) {
  const text = useUiText()
  return <UiProvider value={{ ...useUi(), language: 'es', text, confirmsByTap: true }}>{children}</UiProvider>
}

const SUCCESS_CODE = 200

function answerCalls(answers: readonly Answer[]): readonly Readonly<{ path: string; input: Input }>[] {
  const sent: { path: string; input: Input }[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://rueda.test')
    const path = pathname.replace(/^\/web/, '')
    const input = (typeof init?.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(searchParams)) as Input
    sent.push({ path, input })
    const found = answers.find(({ endpoint }) => isAt(endpoint, path))
    if (found === undefined) throw new TypeError(`nothing answers ${path}`)
    const given = await found.give(input)
    const isRefused = typeof given === 'object' && given !== null && 'refusedWith' in given
    const envelope = isRefused
      ? { code: given.refusedWith, msg: 'refused', data: (given as Refused).facts ?? null }
      : { code: SUCCESS_CODE, msg: '', data: found.endpoint.data.parse(given) }
    return new Response(JSON.stringify({ ...envelope, venue: 'SIM' }))
  })
  return sent
}

/** A `{name}` in an endpoint's path stands for any value. */
const isAt = (endpoint: Endpoint, path: string): boolean => new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
