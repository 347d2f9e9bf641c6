import type { MarginPosition } from '@rueda/rules/margin/position.ts'

/** Commits of other processes of which this one keeps something in memory: looking after it each second must cost no query. */
export interface CommittedElsewhere {
  onMarginPositions(listener: (changed: readonly MarginPosition[]) => void): void
  /** Called when some may have been lost: the listener reads everything again. */
  onGap(listener: () => void): void
}

/** Where one process writes everything. */
export const NOTHING_ELSEWHERE: CommittedElsewhere = { onMarginPositions: () => undefined, onGap: () => undefined }

/** The same with its publishing side. */
export type PublishedElsewhere = CommittedElsewhere &
  Readonly<{ publish: (changed: readonly MarginPosition[]) => void; publishGap: () => void }>

export function createCommittedElsewhere(): PublishedElsewhere {
  const listeners: ((changed: readonly MarginPosition[]) => void)[] = []
  const gapListeners: (() => void)[] = []
  return {
    onMarginPositions: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    publish: (changed) => {
      for (const listener of listeners) listener(changed)
    },
    publishGap: () => {
      for (const listener of gapListeners) listener()
    },
  }
}
