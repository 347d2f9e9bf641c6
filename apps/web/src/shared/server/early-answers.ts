/**
 * Answers that `public/theme.js` asked for while the app itself was still on its way, by address. It knows the session and the language of this
 * device as they were kept; an answer to another request is left alone.
 */
type EarlyAnswer = Readonly<{ request: RequestInit; answer: Promise<Response>; stop: AbortController }>
const page = globalThis as { ruedaEarly?: Record<string, EarlyAnswer> }

/** As long after the page was opened as nobody has to ask again: what changes meanwhile is not pushed yet. */
const FRESH_MS = 3_000

/** The answer to just this request, once; null where nobody asked for it, or too long ago. A request that is aborted ends at once. */
export function takeEarlyAnswer(address: string, { signal, ...request }: RequestInit): Promise<Response> | null {
  const early = page.ruedaEarly?.[address]
  delete page.ruedaEarly?.[address]
  if (early === undefined || performance.now() > FRESH_MS || JSON.stringify(early.request) !== JSON.stringify(request)) return null
  const end = (): void => early.stop.abort(signal?.reason)
  if (signal?.aborted === true) end()
  signal?.addEventListener('abort', end, { once: true })
  return early.answer
}
