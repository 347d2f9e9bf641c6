import type { ServerFrame } from '@rueda/contract/push-channels.ts'
import { frameHash } from '@rueda/proof/command.ts'
import type { Receipt } from '@rueda/proof/receipt.ts'
import { take } from './taken.ts'

/** Frames of orders and money that this device was told, until the house's signed word on them comes. */
type Told = Pick<ServerFrame, 'ch' | 'data'>

/** Their receipts follow within a moment. */
const MAX_TOLD = 100
let told: readonly Told[] = []

/** Takes the receipt of a frame. Of a frame that came before this listened only the receipt is judged, not what it is of. */
export function hearFrame(accountId: string | null, { ch, data }: Told, now = Date.now()): void {
  if (ch === 'order' || ch === 'wallet') told = [...told, { ch, data }].slice(-MAX_TOLD)
  if (ch !== 'receipt' || accountId === null) return
  const { channel, receipt } = data as Readonly<{ channel: string; receipt: Receipt }>
  const isSame = (each: Told): boolean => each.ch === channel && frameHash({ channel, data: each.data }) === receipt.command
  const frame = told.find(isSame)
  if (frame !== undefined) told = told.filter((each) => each !== frame)
  take({ accountId, command: frame === undefined ? null : receipt.command, receipt, takenAt: now })
}
