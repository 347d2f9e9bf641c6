import { messages } from '@rueda/contract/messages.ts'
import type { MessageFrame } from '@rueda/contract/push-frames.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useSettings } from '../device/settings.ts'
import { call } from '../server/api.ts'
import { isNoticed, showNotice } from './device-notice.ts'

const NEWEST = 5
const HOUSE = 'Rueda'

/**
 * Says a message at once: an alert on the screen, as its customer asked for, and any message beside other windows where this device shows
 * them. Every other message waits behind the bell. Where amounts are hidden, the notice only says that there is one.
 */
export async function sayMessage({ message }: MessageFrame): Promise<void> {
  if (message === undefined) return
  const isAlert = message.type === 'alert'
  const isNotice = isNoticed(new Date().getHours())
  if (!isAlert && !isNotice) return
  const { list } = await call(messages.list, { type: message.type, pageSize: NEWEST })
  const told = list.find(({ id }) => id === message.id)
  if (told === undefined) return
  if (isAlert) await toast(told.title)
  if (isNotice) await showNotice({ id: told.id, title: useSettings.getState().hidesAmounts ? HOUSE : told.title })
}
