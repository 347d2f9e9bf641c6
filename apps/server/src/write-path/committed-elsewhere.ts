import type { MarginPosition } from '@rueda/rules/margin/position.ts'

/** What other processes have committed and this one keeps in memory, because looking after it each second must cost no query. */
export interface CommittedElsewhere {
  onMarginPositions(listener: (changed: readonly MarginPosition[]) => void): void
  /** Called where some of it may not have been heard: what is kept is read again. */
  onMissed(listener: () => void): void
}

/** Where one process writes everything. */
export const NOTHING_ELSEWHERE: CommittedElsewhere = { onMarginPositions: () => undefined, onMissed: () => undefined }

/** The same with what the others say. */
export type HeardElsewhere = CommittedElsewhere & Readonly<{ hear: (changed: readonly MarginPosition[]) => void; missed: () => void }>

export function hearElsewhere(): HeardElsewhere {
  const listeners: ((changed: readonly MarginPosition[]) => void)[] = []
  const missing: (() => void)[] = []
  return {
    onMarginPositions: (listener) => void listeners.push(listener),
    onMissed: (listener) => void missing.push(listener),
    hear: (changed) => {
      for (const listener of listeners) listener(changed)
    },
    missed: () => {
      for (const listener of missing) listener()
    },
  }
}
