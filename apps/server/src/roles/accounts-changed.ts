import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { WritePath } from '../write-path/write-path.ts'
import { subjects } from './subjects.ts'

/** Tells whose books have changed. */
export function tellAccountsChanged(bus: Bus, writePath: Pick<WritePath, 'onCommitted'>): Stop {
  let isTelling = true
  writePath.onCommitted(({ accounts }) => {
    if (isTelling) bus.publish(subjects.accounts, packed([...accounts]))
  })
  return () => {
    isTelling = false
  }
}

export const hearAccountsChanged = (bus: Bus, hear: (accountId: string) => void): Stop =>
  bus.listen(subjects.accounts, (bytes) => {
    for (const accountId of unpacked<readonly string[]>(bytes)) hear(accountId)
  })
