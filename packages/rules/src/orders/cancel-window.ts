import { type Instant, SECOND_MS } from '../time.ts'

/** In the last moments of a call auction nobody may cancel an order, because others have priced it in (`docs/rules/orders.md` D.2). */
const NO_CANCEL_MS = 2 * SECOND_MS

export const isCancelClosed = (session: Readonly<{ phase: string; changesAt: Instant }>, now: Instant): boolean =>
  session.phase === 'AUCTION' && session.changesAt - now <= NO_CANCEL_MS
