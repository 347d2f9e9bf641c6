import type { StaffDataOf, StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { language } from './language.ts'
import { consumeActivity } from './presence.ts'

/** The one way from the console to the server; endpoints and their types come from the contract. */
const SUCCESS_CODE = 200
const REQUEST_TIMEOUT_MS = 60_000
const NO_SESSION = 401

/** A refusal of the server, worded by the server in the language of the console. */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, msg, data }: Pick<Envelope<unknown>, 'code' | 'msg' | 'data'>) {
    super(msg)
    this.code = code
    this.data = data
  }
}

type CallOptions = Readonly<{
  /** True for a request that the screen makes by itself: it does not count as use. */
  byItself?: boolean
  /** Fires when nobody waits for the answer any more. */
  givenUp?: AbortSignal
}>

export async function call<E extends StaffEndpoint>(
  endpoint: E,
  input: StaffInputOf<E>,
  { byItself = false, givenUp }: CallOptions = {},
): Promise<StaffDataOf<E>> {
  const given = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const headers = { 'x-rueda-console': byItself ? 'background' : '1', 'language': language() }
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = givenUp ? AbortSignal.any([timeout, givenUp]) : timeout
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const answer =
    endpoint.method === 'GET'
      ? await fetch(`/admin${endpoint.path}${search === '' ? '' : `?${search}`}`, { headers, signal })
      : await fetch(`/admin${endpoint.path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(given)),
          signal,
        })
  const envelope = (await answer.json()) as Envelope<StaffDataOf<E>>
  if (envelope.code !== SUCCESS_CODE) throw new ApiError(envelope)
  return envelope.data as StaffDataOf<E>
}

export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.code === NO_SESSION

/** Time between two automatic reads of a visible screen. */
export const LIVE_MS = 30_000

type ReadOptions = Readonly<{
  /** Repeated every thirty seconds, without keeping anybody signed in. */
  live?: boolean
  /** A read that leaves a trace with the customer each time: made once, and again only after something was refused. */
  once?: boolean
}>

/** A read that a screen shows. */
export function read<E extends StaffEndpoint>(endpoint: E, input: StaffInputOf<E>, { live = false, once = false }: ReadOptions = {}) {
  const queryKey: QueryKey = [endpoint.path, input]
  return queryOptions({
    queryKey,
    // A read that leaves a trace is waited for, whatever becomes of its screen: given up, it would be made and traced again.
    queryFn: (context) => call(endpoint, input, { byItself: !consumeActivity(), ...(once ? {} : { givenUp: context.signal }) }),
    retry: false,
    meta: { once },
    ...(once ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(live ? { refetchInterval: LIVE_MS } : {}),
  })
}
