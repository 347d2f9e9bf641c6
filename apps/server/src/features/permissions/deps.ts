import type { App } from '../../app.ts'
import type { Clock } from '../../deps.ts'

/** What permissions need. They go by the real clock: people wait in real time. */
export type PermissionDeps = Pick<App, 'pool' | 'vault' | 'ids' | 'random' | 'settings' | 'hub' | 'clock' | 'venue'> &
  Readonly<{ wallClock: Clock }>
