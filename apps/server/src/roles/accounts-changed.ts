import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { WritePath } from '../write-path/write-path.ts'
import { subjects } from './subjects.ts'

/** Publishes the accounts of each commit. */
export function publishAccountsChanged(bus: Bus, writePath: Pick<WritePath, 'onCommitted'>): Stop {
  let isPublishing = true
  writePath.onCommitted(({ accounts }) => {
    if (isPublishing) bus.publish(subjects.accounts, packed([...accounts]))
  })
  return () => {
    isPublishing = false
  }
}

export const onAccountsChanged = (bus: Bus, listener: (accountId: string) => void): Stop =>
  bus.listen(subjects.accounts, (bytes) => {
    for (const accountId of unpacked<readonly string[]>(bytes)) listener(accountId)
  })
