import { setImmediate as othersFirst } from 'node:timers/promises'

/** Long work on the main thread, cut into slices: whoever waits for the server waits for one of them at most. */
const SLICE_MS = 4

/** Called between small steps; lets others go first once the slice is over. */
export function inSlices(): () => Promise<void> | null {
  let began = performance.now()
  const next = async (): Promise<void> => {
    await othersFirst()
    began = performance.now()
  }
  return () => (performance.now() - began < SLICE_MS ? null : next())
}
