/**
 * Responses that `public/theme.js` requested while the app itself was still on its way, by address. It knows the session and the language of this
 * device as they were kept; a response to another request is left alone.
 */
type Prefetched = Readonly<{ request: RequestInit; response: Promise<Response>; abort: AbortController }>
const page = globalThis as { ruedaPrefetched?: Record<string, Prefetched> }

/** As long after the page was opened as nobody has to request it again: what changes meanwhile is not pushed yet. */
const FRESH_MS = 3_000

/** Takes the response to just this request, once; null where nobody requested it, or too long ago. A request that is aborted ends at once. */
export function takePrefetched(address: string, { signal, ...request }: RequestInit): Promise<Response> | null {
  const prefetched = page.ruedaPrefetched?.[address]
  delete page.ruedaPrefetched?.[address]
  if (prefetched === undefined || performance.now() > FRESH_MS || JSON.stringify(prefetched.request) !== JSON.stringify(request))
    return null
  const abort = (): void => prefetched.abort.abort(signal?.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return prefetched.response
}
