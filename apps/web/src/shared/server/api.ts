import type { DataOf, Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import type { Receipt } from '@rueda/proof/receipt.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  onlineManager,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { ApiError, asApiError } from './api-error.ts'
import { takePrefetched } from './prefetched.ts'
import { refreshAfter } from './refresh-after.ts'
import { contentOf } from './request-content.ts'

/**
 * The one way from the app to the server. `call` asks once; `query` and `pages` describe a read for `useQuery` and
 * `useInfiniteQuery`; `useCall` is a button that changes something. Endpoints and their types come from the contract.
 */

const REQUEST_TIMEOUT_MS = 120_000
const SUCCESS_CODE = 200
const DEAD_SESSION_CODES = [401, 403]
const PAGE_SIZE = 20

/** Parts of the app that the calls use; `main.tsx` connects them once, before the first call. */
export type ApiPorts = Readonly<{
  token: () => string | null
  language: () => string
  /** The server does not know this session any more: say so, forget the token, go to the login and come back after it. */
  onSessionEnd: () => void
  /** Asks the customer for the proof that a call is refused for; true once it was given. */
  prove: (facts: unknown) => Promise<boolean>
  /** The app's own words for a refusal; null for a code it does not know. */
  sayRefusal: (code: number, facts: Readonly<Record<string, unknown>>) => string | null
  /** The house's signed word on a command (`docs/rules/proof.md` P.22), with what was really sent. */
  onReceipt: (answered: Answered, sentToken: string | null) => void
}>
export type Answered = Readonly<{
  path: string
  key: string | null
  body: unknown
  receipt: Receipt
  /** The order that the answer is about; null where it is about none. */
  orderId: string | null
}>

let ports: ApiPorts = {
  token: () => null,
  language: () => 'es',
  onSessionEnd: () => undefined,
  prove: () => Promise.resolve(false),
  sayRefusal: () => null,
  onReceipt: () => undefined,
}
export const connectApi = (connected: ApiPorts): void => {
  ports = connected
}

export type CallOptions = Readonly<{
  /** Makes a repeated request one single act; needed where the endpoint is `idempotent`. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Ends an earlier request with the same id that is still under way. Ignored for calls that move money. */
  id?: string
}>

const underWay = new Map<string, AbortController>()

/** Asks the server; a call that needs a proof of identity is sent again once that was given. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<DataOf<E>> {
  try {
    return await send(endpoint, input, options)
  } catch (thrown) {
    const isForProof = thrown instanceof ApiError && thrown.is('step_up.required')
    if (!isForProof || !(await ports.prove(thrown.data))) throw thrown
    return send(endpoint, input, options)
  }
}

async function send<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<DataOf<E>> {
  if (endpoint.idempotent && options.idempotencyKey === undefined) throw new Error(`${endpoint.path} needs an idempotency key`)
  const id = endpoint.idempotent ? undefined : options.id
  const superseded = new AbortController()
  if (id !== undefined) {
    underWay.get(id)?.abort()
    underWay.set(id, superseded)
  }
  const signals = [AbortSignal.timeout(REQUEST_TIMEOUT_MS), superseded.signal, ...(options.signal === undefined ? [] : [options.signal])]
  try {
    const sentToken = ports.token()
    const [address, request] = requestOf(endpoint, input as Record<string, unknown>, options, AbortSignal.any(signals))
    const answer = await (takePrefetched(address, request) ?? fetch(address, request))
    const envelope = (await answer.json()) as Envelope<unknown>
    const { receipt } = envelope
    const sent = typeof request.body === 'string' ? (JSON.parse(request.body) as unknown) : null
    const key = options.idempotencyKey ?? null
    if (receipt !== undefined)
      ports.onReceipt({ path: endpoint.path, key, body: sent, receipt, orderId: orderIn(envelope.data) }, sentToken)
    return answerOf(endpoint, answer.status, envelope, sentToken) as DataOf<E>
  } catch (thrown) {
    throw asApiError(thrown)
  } finally {
    if (id !== undefined && underWay.get(id) === superseded) underWay.delete(id)
  }
}

const orderIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'orderId' in data && typeof data.orderId === 'string' ? data.orderId : null

/** Session headers of every request, for requests that are not made in this file. */
export function sessionHeaders(): Readonly<{ headers: Readonly<Record<string, string>>; token: string | null }> {
  const token = ports.token()
  const language = ports.language()
  return { headers: { language, 'accept-language': language, ...(token === null ? {} : { authorization: token }) }, token }
}

function requestOf(endpoint: Endpoint, input: Record<string, unknown>, options: CallOptions, signal: AbortSignal): [string, RequestInit] {
  const { address, body } = contentOf(endpoint, input)
  const headers = {
    ...sessionHeaders().headers,
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return [address, body === null ? { headers, signal } : { method: 'POST', headers, body, signal }]
}

/** Returns the data of an answer or throws its refusal; reports an ended session to the app. */
export function answerOf(endpoint: Endpoint, status: number, envelope: Envelope<unknown>, sentToken: string | null): unknown {
  if (envelope.code === SUCCESS_CODE && status === SUCCESS_CODE) return envelope.data
  // A late answer to a session that was already replaced must not end the new one.
  const dead = DEAD_SESSION_CODES.includes(status) || DEAD_SESSION_CODES.includes(envelope.code)
  if (dead && (sentToken !== null || endpoint.access !== 'public') && sentToken === ports.token()) ports.onSessionEnd()
  const words = wordsOf(envelope)
  // The server itself does not know whether the call was carried out, and says so.
  if (envelope.code === refusals['outcome.unknown']) throw new ApiError({ kind: 'timeout', message: words })
  // A proxy may answer in the server's place, with a code and no words: then nobody knows if the call was carried out.
  if (words === null) throw new ApiError({ kind: 'network' })
  throw new ApiError({ kind: 'refusal', code: envelope.code, message: words, data: envelope.data })
}

/** The server's message; the app's own one where the refusal has figures or the server sent none; null where neither has one. */
function wordsOf({ code = 0, msg = '', data }: Partial<Envelope<unknown>>): string | null {
  const facts = typeof data === 'object' && data !== null ? { ...data } : {}
  const own = ports.sayRefusal(code, facts)
  const said = Object.keys(facts).length > 0 ? (own ?? msg) : msg
  return said !== '' ? said : own
}

/** Sixteen random bytes as text. `crypto.randomUUID` is not there on plain http in a local network. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type ReadOptions<Data> = Omit<UseQueryOptions<Data, ApiError>, 'queryKey' | 'queryFn'>

/** A read for `useQuery`. Its key is `[path, input]`, so `[path]` names every read of an endpoint. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions<DataOf<E>> = {}) =>
  queryOptions<DataOf<E>, ApiError>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...options,
  })

type Page = Readonly<{ list: readonly unknown[]; pageNum: number; pages: number }>
type PagedEndpoint = Endpoint
type PageData<E extends PagedEndpoint> = DataOf<E> & Page

/** A list read page by page for `useInfiniteQuery`; `rowsOf` puts the pages together. */
export const pages = <E extends PagedEndpoint>(endpoint: E, input: Omit<InputOf<E>, 'pageNum' | 'pageSize'>, pageSize = PAGE_SIZE) =>
  infiniteQueryOptions<PageData<E>, ApiError, PageData<E>[], readonly unknown[], number>({
    queryKey: [endpoint.path, input, 'pages', pageSize],
    queryFn: async ({ signal, pageParam }) =>
      (await call(endpoint, { ...input, pageNum: pageParam, pageSize } as unknown as InputOf<E>, { signal })) as PageData<E>,
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pageNum < last.pages ? last.pageNum + 1 : undefined),
    select: (loaded) => loaded.pages,
    placeholderData: keepPreviousData,
  })

/** The rows of all pages read so far. */
export const rowsOf = <Data extends Page>(loaded: readonly Data[] | undefined): Data['list'][number][] =>
  (loaded ?? []).flatMap((page) => [...page.list])

export type Call<E extends Endpoint> = Readonly<{
  /** Sends; the data, or null when it failed (`error` says why). */
  run: (input: InputOf<E>, idempotencyKey?: string) => Promise<DataOf<E> | null>
  pending: boolean
  error: ApiError | null
  data: DataOf<E> | undefined
  reset: () => void
}>

type UseCallOptions<E extends Endpoint> = Readonly<{
  onDone?: (data: DataOf<E>) => void
  onError?: (error: ApiError) => void
}>

/**
 * Makes a call that changes something, and reads again what it makes out of date. The same call sent again while it is
 * under way ends the earlier one. The caller makes the idempotency key (a review sheet when it opens); without one this
 * makes it and keeps it while the outcome is unknown, so that a second sending cannot do it twice.
 */
export function useCall<E extends Endpoint>(endpoint: E, { onDone, onError }: UseCallOptions<E> = {}): Call<E> {
  const cache = useQueryClient()
  const id = useId()
  const unanswered = useRef<{ key: string; body: string } | null>(null)
  const mutation = useMutation<DataOf<E>, ApiError, Readonly<{ input: InputOf<E>; key: string | undefined }>>({
    mutationFn: ({ input, key }) =>
      call(endpoint, input, key === undefined ? { id: `${id} ${JSON.stringify(input)}` } : { idempotencyKey: key }),
    onSuccess: (data) => {
      void refreshAfter(cache, endpoint)
      onDone?.(data)
    },
    onError: (error) => {
      if (error.kind !== 'aborted') onError?.(error)
    },
  })
  const run = async (input: InputOf<E>, idempotencyKey?: string): Promise<DataOf<E> | null> => {
    const key = idempotencyKey ?? (endpoint.idempotent ? keyFor(unanswered, input) : undefined)
    try {
      const data = await mutation.mutateAsync({ input, key })
      unanswered.current = null
      return data
    } catch (thrown) {
      if (!asApiError(thrown).unknownOutcome) unanswered.current = null
      return null
    }
  }
  return { run, pending: mutation.isPending, error: mutation.error, data: mutation.data, reset: mutation.reset }
}

function keyFor(unanswered: { current: { key: string; body: string } | null }, input: unknown): string {
  const body = JSON.stringify(input)
  if (unanswered.current?.body !== body) unanswered.current = { key: newIdempotencyKey(), body }
  return unanswered.current.key
}

const FRESH_MS = 10_000
const KEPT_MS = 10 * 60_000
const RETRY_AFTER_MS = 1_000

/** A refusal is an answer and a time-out was long enough; only a broken connection is worth one more try by itself. */
const triesAgain = (failures: number, error: Error): boolean => failures === 0 && error instanceof ApiError && error.kind === 'network'

/** Offline reads fail at once and show their Retry beside the last data; coming back online reads them again. */
export function makeQueryClient(): QueryClient {
  // It takes a page for online until told otherwise: one that was opened without a connection would never hear that it has one.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        retry: triesAgain,
        retryDelay: RETRY_AFTER_MS,
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
