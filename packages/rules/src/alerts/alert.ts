import { SCALE, absolute, divide, formatScaled } from '../decimal.ts'
import type { MessageDraft } from '../messages/message.ts'
import { type StatusOf, machine } from '../machine.ts'
import { STALE_AFTER_MS } from '../markets/stale.ts'
import type { CalendarDate, Instant } from '../time.ts'

/**
 * A price alert: notifies a customer once of a price, a move or a volume of one instrument. It fires on a live quote only and is then quiet
 * until its customer arms it again; a repeating one is quiet until the next trade date instead.
 */
export const alertMachine = machine({
  armed: { fire: 'fired', switchOff: 'off' },
  fired: { arm: 'armed', switchOff: 'off' },
  off: { arm: 'armed' },
})
export type AlertStatus = StatusOf<typeof alertMachine>

/** At or above and at or below a price; up and down against the previous close, in percent; the volume of the day. */
export const alertKinds = ['above', 'below', 'rise', 'fall', 'volume'] as const
export type AlertKind = (typeof alertKinds)[number]

export type Alert = Readonly<{
  id: string
  accountId: string
  instrumentId: string
  kind: AlertKind
  /** A price, points of a percentage or a quantity, in units of 10^-8. */
  level: bigint
  repeats: boolean
  status: AlertStatus
  createdAt: Instant
  firedAt: Instant | null
  /** The trade date it fired on; one that repeats does not fire twice on it. */
  firedOn: CalendarDate | null
}>

/** Market facts that an alert is compared with. */
export type AlertMarket = Readonly<{
  last: bigint
  previousClose: bigint
  volume: bigint
  tradeDate: CalendarDate
  halted: boolean
  /** When the quote was last known to hold. */
  freshAt: Instant
}>

export type Firing = Readonly<{ alert: Alert; message: MessageDraft }>

/** The alert after it fired, and its customer's message; null when it does not fire. */
export function fire(alert: Alert, market: AlertMarket, now: Instant): Firing | null {
  if (alert.status !== 'armed' || alert.firedOn === market.tradeDate) return null
  if (market.halted || now - market.freshAt > STALE_AFTER_MS) return null
  if (!isMet(alert, market)) return null
  const fired: Alert = { ...alert, status: alert.repeats ? 'armed' : 'fired', firedAt: now, firedOn: market.tradeDate }
  return { alert: fired, message: messageOf(alert, market) }
}

/** Armed again by its customer, it may fire on the same day once more. */
export const arm = (alert: Alert): Alert => ({ ...alert, status: 'armed', firedOn: null })
export const switchOff = (alert: Alert): Alert => ({ ...alert, status: 'off' })

export function isMet({ kind, level }: Pick<Alert, 'kind' | 'level'>, market: AlertMarket): boolean {
  if (market.last === 0n && market.volume === 0n) return false
  const change = changeOf(market)
  switch (kind) {
    case 'above':
      return market.last >= level
    case 'below':
      return market.last <= level
    case 'rise':
      return change !== null && change >= level
    case 'fall':
      return change !== null && -change >= level
    case 'volume':
      return market.volume >= level
  }
}

const PERCENT = 100n

/** The change against the previous close in points of a percentage, in units of 10^-8; prices of futures may be negative. */
function changeOf({ last, previousClose }: AlertMarket): bigint | null {
  if (previousClose === 0n) return null
  return divide((last - previousClose) * PERCENT * SCALE, absolute(previousClose), 'DOWN')
}

const PERCENT_DECIMALS = 2
const TO_SHOWN_PERCENT = 1_000_000n

function messageOf({ instrumentId: instrument, kind, level }: Alert, market: AlertMarket): MessageDraft {
  const link = `instrument:${instrument}` as const
  const told = { instrument, price: formatScaled(market.last), level: formatScaled(level) }
  if (kind === 'above') return { template: 'alert.above', facts: told, link }
  if (kind === 'below') return { template: 'alert.below', facts: told, link }
  if (kind === 'volume') return { template: 'alert.volume', facts: { ...told, volume: formatScaled(market.volume) }, link }
  const shown = divide(changeOf(market) ?? 0n, TO_SHOWN_PERCENT, 'HALF_UP') * TO_SHOWN_PERCENT
  const facts = { ...told, change: formatScaled(shown, PERCENT_DECIMALS) }
  return { template: kind === 'rise' ? 'alert.rise' : 'alert.fall', facts, link }
}
