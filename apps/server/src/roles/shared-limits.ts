import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { LimitedRequest, RateLimits } from '../http/rate-limits.ts'
import { subjects } from './subjects.ts'

const SAY_EVERY_MS = SECOND_MS / 10
/** Under a flood from everywhere what is shared stays short; each process still counts all of its own. */
const MAX_SAID = 2_000

type LetIn = Readonly<{ from: string; requests: readonly (readonly [LimitedRequest, number])[] }>

/**
 * Limits of all fronts: what one lets in counts at the others a tenth of a second later. Somebody who goes from front to front has a burst at each, and
 * then no more than at one.
 */
export function shareLimits(own: RateLimits, { bus, from }: Readonly<{ bus: Bus; from: string }>): RateLimits {
  let letIn = new Map<string, { request: LimitedRequest; count: number }>()
  bus.listen(subjects.letIn, (bytes) => {
    const told = unpacked<LetIn>(bytes)
    if (told.from === from) return
    for (const [request, count] of told.requests) own.spend(request, count)
  })
  const timer = setInterval(() => {
    if (letIn.size === 0) return
    const requests = [...letIn.values()].map(({ request, count }) => [request, count] as const)
    letIn = new Map()
    bus.publish(subjects.letIn, packed({ from, requests } satisfies LetIn))
  }, SAY_EVERY_MS)
  timer.unref()

  const note = (request: LimitedRequest): void => {
    const key = `${request.rateClass} ${request.accountId ?? ''} ${request.address} ${request.deviceId ?? ''}`
    const known = letIn.get(key)
    if (known !== undefined) known.count += 1
    else if (letIn.size < MAX_SAID) letIn.set(key, { request, count: 1 })
  }
  return {
    take: (request) => {
      const wait = own.take(request)
      if (wait === null) note(request)
      return wait
    },
    spend: (request, count) => own.spend(request, count),
  }
}
