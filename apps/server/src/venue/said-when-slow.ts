const SLOW_MS = 30_000

type Log = Readonly<{ warn: (facts: object, message: string) => void }>

/** Waits for a step of the market, and says which one it is as long as it does not come: nothing else tells why a market stands still. */
export async function saidWhenSlow<Value>(log: Log, step: string, awaited: Promise<Value>): Promise<Value> {
  const since = performance.now()
  const timer = setInterval(() => log.warn({ step, forMs: Math.round(performance.now() - since) }, 'the market waits'), SLOW_MS)
  timer.unref()
  try {
    return await awaited
  } finally {
    clearInterval(timer)
  }
}
