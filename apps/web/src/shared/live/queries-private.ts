import { type Channel, type ServerFrame, openChannels, privateChannels } from '@rueda/contract/push-channels.ts'
import type { QueryClient } from '@tanstack/react-query'
import { refreshAfterFrames } from '../server/refresh-after.ts'
import type { Push } from './push.ts'

const SETTLE_MS = 500

/** What they are written into comes with the first of them. */
const privateFrames = () => import('./private-frames.ts')

/** Ties the private channels to the cache; `main.tsx` calls this once. Wants are dropped and made with the session. */
export function connectPrivateFrames(push: Push, cache: QueryClient): (loggedIn: boolean) => void {
  const changed = new Set<Channel>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refreshSoon = (channel: Channel): void => {
    changed.add(channel)
    timer ??= setTimeout(() => {
      timer = undefined
      void refreshAfterFrames(cache, new Set(changed))
      changed.clear()
    }, SETTLE_MS)
  }
  push.onFrame((frame) => {
    if (!isHeard(frame.ch) || frame.type !== 'update') return
    // If it cannot be taken or said now, nothing is lost: rows and messages are read again shortly after.
    void privateFrames()
      .then(({ takePrivateFrame }) => takePrivateFrame(cache, frame))
      .catch(() => undefined)
    refreshSoon(frame.ch)
  })
  push.onMissed((channel) => {
    if (channel === 'all') for (const each of [...heard, 'kline'] as const) refreshSoon(each)
    else if (isHeard(channel)) refreshSoon(channel)
  })
  return wantWhile(push)
}

/** What is the customer's own, and what everybody hears without asking for anything in particular. */
const wanted = [...privateChannels, ...openChannels] as const
/** Of these, what screens show; a receipt is for the watch alone. */
const heard = wanted.filter((channel) => channel !== 'receipt')
const isHeard = (channel: ServerFrame['ch']): channel is (typeof heard)[number] => heard.some((each) => each === channel)

function wantWhile(push: Push): (loggedIn: boolean) => void {
  let release: readonly (() => void)[] = []
  return (loggedIn) => {
    for (const each of release) each()
    release = (loggedIn ? wanted : openChannels).map((channel) => push.want(channel))
  }
}
