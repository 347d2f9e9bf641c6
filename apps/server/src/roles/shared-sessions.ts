import type { Bus } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { EndedSession, Sessions } from '../http/session.ts'
import { subjects } from './subjects.ts'

type Told = Readonly<{ from: string; ended: readonly EndedSession[]; changed: string | null }>

/**
 * Sessions of all processes: one that ended on one of them is dead on the others as soon as they hear it. A word that is lost costs two seconds,
 * after which each reads a session again by itself.
 */
export function shareSessions(own: Sessions, { bus, from }: Readonly<{ bus: Bus; from: string }>): Sessions {
  const tell = (told: Omit<Told, 'from'>): void => bus.publish(subjects.sessions, packed({ from, ...told } satisfies Told))
  bus.listen(subjects.sessions, (bytes) => {
    const told = unpacked<Told>(bytes)
    if (told.from === from) return
    if (told.ended.length > 0) own.ended(told.ended)
    if (told.changed !== null) own.changed(told.changed)
  })
  return {
    check: (token) => own.check(token),
    ended(sessions) {
      own.ended(sessions)
      tell({ ended: sessions, changed: null })
    },
    changed(accountId) {
      own.changed(accountId)
      tell({ ended: [], changed: accountId })
    },
    onEnded: (listener) => own.onEnded(listener),
  }
}
