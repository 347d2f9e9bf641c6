import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'

/** When a movement was: in the reader's own zone, which needs no name, or in another, which does. */
export const flowTime = ({ createTimeTimestamp }: Pick<CashFlow, 'createTimeTimestamp'>, zone: string | undefined): string =>
  zone === undefined ? formatDateTime(createTimeTimestamp) : formatDeadline(createTimeTimestamp, zone)
