import type { App } from '../../app.ts'
import type { Clock } from '../../deps.ts'

/** Dependencies of permissions. They go by the wall clock, because people wait in real time. */
export type PermissionDeps = Pick<App, 'pool' | 'vault' | 'ids' | 'random' | 'settings' | 'hub' | 'clock' | 'venue' | 'navs' | 'agencies'> &
  Readonly<{ wallClock: Clock }>
