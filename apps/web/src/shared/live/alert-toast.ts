import { messages } from '@rueda/contract/messages.ts'
import type { MessageFrame } from '@rueda/contract/push-frames.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { call } from '../server/api.ts'

const NEWEST = 5

/** Shows an alert at once, as its customer asked for; every other message waits behind the bell. */
export async function sayAlert({ message }: MessageFrame): Promise<void> {
  if (message?.type !== 'alert') return
  const { list } = await call(messages.list, { type: 'alert', pageSize: NEWEST })
  const told = list.find(({ id }) => id === message.id)
  if (told !== undefined) await toast(told.title)
}
