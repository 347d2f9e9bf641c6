// @vitest-environment happy-dom
import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type Answered, call, connectApi, makeQueryClient, query, useCall } from './api.ts'

type Sent = Readonly<{ url: string; init: RequestInit }>
type Answer = (sent: Sent) => Promise<Response> | Response

const UNKNOWN_CODE = 8123
const sent: Sent[] = []
const onSessionEnd = vi.fn<() => void>()
const onReceipt = vi.fn<(answered: Answered, sentToken: string | null) => void>()
const prove = vi.fn<(facts: unknown) => Promise<boolean>>()
const session: { token: string | null } = { token: 'token-1' }

const answered = (code: number, data: unknown = null, status = 200): Response =>
  new Response(JSON.stringify({ code, msg: `message ${code}`, data, venue: 'SIM' }), { status })

function serverAnswers(answer: Answer): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      void Promise.resolve(answer({ url, init })).then(resolve, reject)
    })
  })
}

beforeEach(() => {
  sent.length = 0
  session.token = 'token-1'
  onSessionEnd.mockReset()
  prove.mockReset()
  onReceipt.mockReset()
  connectApi({
    token: () => session.token,
    language: () => 'ja',
    onSessionEnd,
    prove,
    onReceipt,
    sayRefusal: (code, { num = '' }) => (code === UNKNOWN_CODE ? null : `own words for ${code} ${String(num)}`.trim()),
  })
})

const failureOf = async (asked: Promise<unknown>): Promise<ApiError> => {
  const thrown = await asked.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ApiError)) throw new Error('it did not fail')
  return thrown
}

const order = { stockCode: 'ARDV', direction: 0, orderType: 0, quantity: '1' }

describe('a call', () => {
  it('sends a read in the address, with the language and the session', async () => {
    serverAnswers(() => answered(200, []))
    await call(quotes.top, { type: 'gainers', limit: 5 })
    expect(sent[0]?.url).toBe('/web/m_ft/topList?type=gainers&limit=5')
    expect(sent[0]?.init.headers).toMatchObject({ 'language': 'ja', 'accept-language': 'ja', 'authorization': 'token-1' })
  })

  it('puts a field named in the path there and the rest in the body', async () => {
    serverAnswers(() => answered(200, { selfSelectStatus: 0 }))
    await call(watchlist.removeByCode, { stockCode: 'BRK.B', market: 'US' })
    expect(sent[0]?.url).toBe('/web/userSelfSecurity/deleteByStockCode/BRK.B')
    expect(sent[0]?.init.body).toBe('{"market":"US"}')
  })

  it('throws a refusal with its code, text and facts, and leaves the session alone', async () => {
    serverAnswers(() => answered(3004, { num: '1' }))
    const refused = await failureOf(call(orders.create, order, { idempotencyKey: 'key-1' }))
    expect(refused).toMatchObject({ kind: 'refusal', code: 3004, message: 'own words for 3004 1', data: { num: '1' } })
    expect(refused.is('quantity.below_minimum')).toBe(true)
    expect(onSessionEnd).not.toHaveBeenCalled()
  })

  it.each([
    ['the server’s own, where they name no figure', { code: 3001, msg: 'closed', data: null }, 'closed'],
    ['the server’s own, for a code nobody here knows', { code: UNKNOWN_CODE, msg: 'new', data: { num: '1' } }, 'new'],
    ['the app’s, where there are none', { code: 3001, data: null }, 'own words for 3001'],
  ])('has words for every refusal: %s', async (_, envelope, words) => {
    serverAnswers(() => new Response(JSON.stringify(envelope)))
    expect((await failureOf(call(orders.create, order, { idempotencyKey: 'key-1' }))).message).toBe(words)
  })

  it('asks for the proof it is refused for, and is sent again as it was once that was given', async () => {
    serverAnswers(() => (sent.length === 1 ? answered(2022, { password: true }) : answered(200, { orderId: '7' })))
    prove.mockResolvedValue(true)
    await call(orders.create, order, { idempotencyKey: 'key-1' })
    expect(prove).toHaveBeenCalledWith({ password: true })
    expect(sent).toHaveLength(2)
    expect(sent[1]?.init.body).toBe(sent[0]?.init.body)
    expect(sent[1]?.init.headers).toEqual(sent[0]?.init.headers)
  })

  it('hands the receipt of an answer on, of a refusal too, with what was really sent', async () => {
    const receipt = { sequence: 7 }
    const body = (code: number) => new Response(JSON.stringify({ code, msg: '', data: {}, venue: 'SIM', receipt }))
    serverAnswers(() => body(sent.length === 1 ? 200 : 3004))
    await call(orders.create, order, { idempotencyKey: 'key-1' })
    await failureOf(call(orders.create, order, { idempotencyKey: 'key-2' }))
    const sentAs = (key: string) => ({ path: orders.create.path, key, body: order, receipt, orderId: null })
    for (const key of ['key-1', 'key-2']) expect(onReceipt).toHaveBeenCalledWith(sentAs(key), 'token-1')
    serverAnswers(() => answered(200, []))
    await call(quotes.top, { type: 'gainers', limit: 5 })
    expect(onReceipt).toHaveBeenCalledTimes(2)
  })

  it('is refused when the customer turns away from the proof', async () => {
    serverAnswers(() => answered(2022, { password: true }))
    prove.mockResolvedValue(false)
    expect((await failureOf(call(accounts.me, {}))).is('step_up.required')).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it.each([401, 403])('ends the session on %i', async (code) => {
    serverAnswers(() => answered(code, null, code))
    await failureOf(call(accounts.me, {}))
    expect(onSessionEnd).toHaveBeenCalledOnce()
  })

  it('does not end a new session because of a late answer to the old one', async () => {
    serverAnswers(() => {
      session.token = 'token-2'
      return answered(401, null, 401)
    })
    await failureOf(call(accounts.me, {}))
    expect(onSessionEnd).not.toHaveBeenCalled()
  })

  it.each([
    ['the line is dead', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
    ['a proxy answers with a page', () => new Response('<html>', { status: 502 }), 'network'],
    ['a proxy answers with a code and no words', () => new Response(JSON.stringify({ code: UNKNOWN_CODE })), 'network'],
    ['the server says that nobody knows whether it was done', () => answered(1016, null, 504), 'timeout'],
    ['nothing came in 120 seconds', () => Promise.reject(new DOMException('', 'TimeoutError')), 'timeout'],
  ] as const)('says that the outcome is unknown when %s', async (_, answer, kind) => {
    serverAnswers(answer)
    const failed = await failureOf(call(quotes.home, {}))
    expect(failed.kind).toBe(kind)
    expect(failed.unknownOutcome).toBe(true)
  })

  it('gives up an earlier read with the same id, never an order', async () => {
    let answerNow: (response: Response) => void = () => undefined
    serverAnswers(() => new Promise((resolve) => (answerNow = resolve)))
    const first = failureOf(call(quotes.search, { keyword: 'a' }, { id: 'search' }))
    void call(quotes.search, { keyword: 'au' }, { id: 'search' }).catch(() => undefined)
    expect((await first).kind).toBe('aborted')
    const firstOrder = call(orders.create, order, { id: 'order', idempotencyKey: 'key-1' })
    const resolveFirst = answerNow
    void call(orders.create, order, { id: 'order', idempotencyKey: 'key-2' }).catch(() => undefined)
    resolveFirst(answered(200, { orderId: 'one' }))
    expect(await firstOrder).toEqual({ orderId: 'one' })
  })

  it('gives up after 120 seconds', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    serverAnswers(() => new Promise(() => undefined))
    const failed = failureOf(call(quotes.search, { keyword: 'a' }))
    late.abort(new DOMException('too late', 'TimeoutError'))
    expect((await failed).kind).toBe('timeout')
    expect(timeout.mock.calls).toEqual([[120_000]])
    timeout.mockRestore()
  })

  it('refuses to move money without an idempotency key', async () => {
    await expect(call(orders.create, order)).rejects.toThrow('idempotency key')
  })
})

describe('a read on screen', () => {
  it('ends the earlier one when it asks for something else', async () => {
    serverAnswers(() => new Promise(() => undefined))
    const cache = makeQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    const { rerender } = renderHook(({ keyword }) => useQuery(query(quotes.search, { keyword })), {
      wrapper,
      initialProps: { keyword: 'a' },
    })
    await waitFor(() => expect(sent).toHaveLength(1))
    rerender({ keyword: 'au' })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([true, false])
  })
})

describe('useCall', () => {
  const cache = makeQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  const keys = (): unknown[] => sent.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key'])

  it('sends the same key again while nobody knows the outcome, and a new one after an answer', async () => {
    serverAnswers(() => Promise.reject(new TypeError('Failed to fetch')))
    const { result } = renderHook(() => useCall(orders.create), { wrapper })
    await act(() => result.current.run(order))
    await waitFor(() => expect(result.current.error?.kind).toBe('network'))
    serverAnswers(() => answered(200, { orderId: 'one' }))
    await act(() => result.current.run(order))
    await act(() => result.current.run(order))
    const [lost, again, another] = keys()
    expect(again).toBe(lost)
    expect(another).not.toBe(lost)
  })

  it('ends the same call that is still under way, without a word, and none that says something else', async () => {
    const resolves: ((response: Response) => void)[] = []
    serverAnswers(() => new Promise((resolve) => resolves.push(resolve)))
    const onError = vi.fn()
    const { result } = renderHook(() => useCall(watchlist.removeByCode, { onError }), { wrapper })
    const [share, other] = [
      { stockCode: 'ARDV', market: 'US' },
      { stockCode: 'PAMX', market: 'AR' },
    ] as const
    await act(async () => {
      const asked = [result.current.run(share), result.current.run(other), result.current.run(share)]
      await vi.waitFor(() => expect(sent).toHaveLength(3))
      expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([true, false, false])
      for (const resolve of resolves) resolve(answered(200, { selfSelectStatus: 0 }))
      expect(await Promise.all(asked)).toEqual([null, { selfSelectStatus: 0 }, { selfSelectStatus: 0 }])
    })
    expect(onError).not.toHaveBeenCalled()
  })

  it('never ends a call that moves money', async () => {
    const resolves: ((response: Response) => void)[] = []
    serverAnswers(() => new Promise((resolve) => resolves.push(resolve)))
    const { result } = renderHook(() => useCall(orders.create), { wrapper })
    await act(async () => {
      const asked = [result.current.run(order), result.current.run(order)]
      await vi.waitFor(() => expect(sent).toHaveLength(2))
      expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([false, false])
      for (const resolve of resolves) resolve(answered(200, { orderId: 'one' }))
      await Promise.all(asked)
    })
  })

  it('sends the key it was given', async () => {
    serverAnswers(() => answered(200, { orderId: 'one' }))
    const { result } = renderHook(() => useCall(orders.create), { wrapper })
    await act(() => result.current.run(order, 'made-when-the-review-opened'))
    expect(keys()).toEqual(['made-when-the-review-opened'])
  })
})
