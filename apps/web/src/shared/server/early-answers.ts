/**
 * Answers that `public/theme.js` asked for while the app itself was still on its way, by address. It knows the session and the language of this
 * device as they were kept; an answer to another request is left alone.
 */
type EarlyAnswer = Readonly<{ request: RequestInit; answer: Promise<Response> }>
const page = globalThis as { ruedaEarly?: Record<string, EarlyAnswer> }

/** As long after the page was opened as a read counts as fresh. */
const FRESH_MS = 10_000

/** The answer to just this request, once; null where nobody asked for it, or too long ago. A request that is aborted ends at once. */
export function takeEarlyAnswer(address: string, { signal, ...request }: RequestInit): Promise<Response> | null {
  const early = page.ruedaEarly?.[address]
  delete page.ruedaEarly?.[address]
  if (early === undefined || performance.now() > FRESH_MS || JSON.stringify(early.request) !== JSON.stringify(request)) return null
  return Promise.race([early.answer, endOf(signal)])
}

const endOf = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
