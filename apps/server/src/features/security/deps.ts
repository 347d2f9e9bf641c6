import type { App } from '../../app.ts'
import type { EdgeParts } from '../../http/edge.ts'
import type { Classification } from '../../db/classification.ts'
import type { Notify } from '../accounts/notice.ts'

/** Dependencies of account security. */
export type SecurityDeps = Pick<
  App,
  | 'pool'
  | 'archive'
  | 'hashing'
  | 'vault'
  | 'links'
  | 'files'
  | 'space'
  | 'random'
  | 'ids'
  | 'settings'
  | 'log'
  | 'clock'
  | 'venue'
  | 'commands'
  | 'inTurn'
> &
  Pick<EdgeParts, 'sessions' | 'wallClock'> &
  Readonly<{
    notify: Notify
    /** Classes of the database columns: the export gives out what is personal. */
    classification: Classification
  }>
