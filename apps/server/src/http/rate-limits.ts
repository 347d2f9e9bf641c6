import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { networkOf } from './network.ts'
import { isQuotePath } from './quote-path.ts'

/**
 * Token buckets per customer and per address (`docs/rules/api.md` 0.4). A bucket holds one window's requests and fills
 * evenly. Many customers may share one address, so a signed-in request counts ten times less against it. An address of IPv6 is
 * its network.
 */
export type Allowance = Readonly<{ requests: number; perMs: number }>
export type RateClass = 'login' | 'strangers' | 'opening' | 'practice' | 'codes' | 'orders' | 'quotes' | 'uploads' | 'others'

export const allowances: Readonly<Record<RateClass, readonly Allowance[]>> = {
  login: [{ requests: 5, perMs: MINUTE_MS }],
  // Taken out of one bucket for all addresses together by logins from devices that the account has not seen.
  strangers: [{ requests: 300, perMs: MINUTE_MS }],
  opening: [{ requests: 10, perMs: MINUTE_MS }],
  // A practice account needs no registration, but takes the same room.
  practice: [
    { requests: 10, perMs: MINUTE_MS },
    { requests: 50, perMs: DAY_MS },
  ],
  codes: [{ requests: 10, perMs: MINUTE_MS }],
  orders: [
    { requests: 10, perMs: SECOND_MS },
    { requests: 300, perMs: MINUTE_MS },
  ],
  quotes: [{ requests: 50, perMs: SECOND_MS }],
  uploads: [{ requests: 20, perMs: MINUTE_MS }],
  others: [{ requests: 20, perMs: SECOND_MS }],
}

const classOfPath: Readonly<Record<string, RateClass>> = {
  '/loginByUsername': 'login',
  '/passkeyLogin': 'login',
  '/passkeyLogin/begin': 'opening',
  '/register': 'opening',
  '/practiceAccount': 'practice',
  '/resetPassword': 'opening',
  '/getEmailCode': 'codes',
}

export function rateClassOf(endpoint: Endpoint): RateClass {
  const named = classOfPath[endpoint.path]
  if (named !== undefined) return named
  if (endpoint.upload) return 'uploads'
  if (endpoint.idempotent) return 'orders'
  return isQuotePath(endpoint.path) ? 'quotes' : 'others'
}

export type LimitedRequest = Readonly<{ rateClass: RateClass; accountId: string | null; address: string; deviceId?: string | null }>

export interface RateLimits {
  /** Takes one request out of the buckets; returns the milliseconds to wait when one of them is empty, else null. */
  take(request: LimitedRequest): number | null
  /** Takes out what was let in elsewhere, whether it is there or not. */
  spend(request: LimitedRequest, count: number): void
}

const SHARED_ADDRESS = 10
const MAX_BUCKETS = 50_000

export const unlimited: RateLimits = { take: () => null, spend: () => undefined }

export function createRateLimits(elapsed: () => number = () => performance.now()): RateLimits {
  const buckets = new Map<string, Bucket>()

  function bucket(key: string, allowance: Allowance): Bucket {
    const known = buckets.get(key)
    if (known !== undefined) return known
    if (buckets.size >= MAX_BUCKETS) dropFullest(buckets, elapsed())
    const fresh = { tokens: allowance.requests, at: elapsed(), allowance }
    buckets.set(key, fresh)
    return fresh
  }

  function bucketsOf({ rateClass, accountId, address, deviceId = null }: LimitedRequest): readonly Bucket[] {
    const network = networkOf(address)
    const asked = allowances[rateClass].flatMap((allowance, index) => {
      const key = `${rateClass}:${index}`
      // A known device has its own bucket, safe from others at its address; its requests as a stranger count by address too.
      if (deviceId !== null) return [bucket(`${key}:device:${deviceId}`, allowance)]
      if (accountId === null) return [bucket(`${key}:address:${network}`, allowance)]
      const shared = { requests: allowance.requests * SHARED_ADDRESS, perMs: allowance.perMs }
      return [bucket(`${key}:account:${accountId}`, allowance), bucket(`${key}:shared:${network}`, shared)]
    })
    const now = elapsed()
    for (const each of asked) fill(each, now)
    return asked
  }

  return {
    take: (request) => {
      const asked = bucketsOf(request)
      const wait = Math.max(...asked.map(waitFor))
      if (wait > 0) return Math.ceil(wait)
      for (const each of asked) each.tokens -= 1
      return null
    },
    spend: (request, count) => {
      // No further below than a whole window, so that nobody waits for longer than two.
      for (const each of bucketsOf(request)) each.tokens = Math.max(-each.allowance.requests, each.tokens - count)
    },
  }
}

type Bucket = { tokens: number; at: number; allowance: Allowance }

function fill(bucket: Bucket, now: number): void {
  const { requests, perMs } = bucket.allowance
  bucket.tokens = Math.min(requests, bucket.tokens + ((now - bucket.at) * requests) / perMs)
  bucket.at = now
}

const waitFor = ({ tokens, allowance }: Bucket): number => (tokens >= 1 ? 0 : ((1 - tokens) * allowance.perMs) / allowance.requests)

/** Drops full buckets, which hold no information; when none is full, the oldest. */
function dropFullest(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, bucket] of buckets) {
    fill(bucket, now)
    if (bucket.tokens >= bucket.allowance.requests) buckets.delete(key)
  }
  for (const key of buckets.keys()) {
    if (buckets.size < MAX_BUCKETS) return
    buckets.delete(key)
  }
}
