/**
 * Limits costly work to so much at once and so much waiting; a later caller is refused and may come again, so that a flood
 * of it cannot take the machine.
 */
export type LimiterAnswer<Value> = Readonly<{ busy: false; value: Value }> | Readonly<{ busy: true }>

export type ConcurrencyLimiter = <Value>(work: () => Promise<Value>) => Promise<LimiterAnswer<Value>>

export function createConcurrencyLimiter({ atOnce, mostWaiting }: Readonly<{ atOnce: number; mostWaiting: number }>): ConcurrencyLimiter {
  const line: Array<() => void> = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= mostWaiting) return { busy: true }
      await new Promise<void>((turn) => line.push(turn))
    }
    running += 1
    try {
      return { busy: false, value: await work() }
    } finally {
      running -= 1
      line.shift()?.()
    }
  }
}
