const WITHOUT_IDLE_MS = 1_000
const AT_THE_LATEST_MS = 3_000

/** Begins once the first screen is there: what only later moments need is fetched then. Returns what calls it off. */
export function whenIdle(begin: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, WITHOUT_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(begin, { timeout: AT_THE_LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}
