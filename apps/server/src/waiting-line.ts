/**
 * Costly work, so much at once and so much waiting; who comes after that is told to come again, so that a flood of it
 * cannot take the machine.
 */
export type LineAnswer<Value> = Readonly<{ busy: false; value: Value }> | Readonly<{ busy: true }>

export type WaitingLine = <Value>(work: () => Promise<Value>) => Promise<LineAnswer<Value>>

export function createWaitingLine({ atOnce, mostWaiting }: Readonly<{ atOnce: number; mostWaiting: number }>): WaitingLine {
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
