const WITHOUT_IDLE_MS = 1_000
const AT_THE_LATEST_MS = 3_000

/** Begins once the first screen is there, to fetch what is needed later. Returns a function that cancels it. */
export function whenIdle(begin: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, WITHOUT_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(begin, { timeout: AT_THE_LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}
