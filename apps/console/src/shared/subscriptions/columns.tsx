import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Balance } from './Balance.tsx'

type Windowed = Readonly<{ stockCode: string; name: string; openTimestamp: number; closeTimestamp: number }>
type Summed = Readonly<{ applications: number; requested: string; held: string; paid: string; refunded: string; balanced: 0 | 1 }>

export const windowOf = ({ openTimestamp, closeTimestamp }: Pick<Windowed, 'openTimestamp' | 'closeTimestamp'>): string =>
  `${moment(openTimestamp)} – ${moment(closeTimestamp)}`

/** Which shares, and from when to when they can be applied for. */
export const windowColumns = (): readonly Column<Windowed>[] => [
  { label: say('market.instrument'), show: ({ stockCode }) => stockCode },
  { label: say('staff.name'), show: ({ name }) => name },
  { label: say('subscriptions.window'), show: windowOf },
]

/** Who has applied, and where that money is. */
export const sumColumns = (): readonly Column<Summed>[] => [
  { label: say('subscriptions.applications'), show: ({ applications }) => String(applications), numeric: true },
  { label: say('subscriptions.requested'), show: ({ requested }) => figure(requested), numeric: true },
  { label: say('subscriptions.held'), show: ({ held }) => figure(held), numeric: true },
  { label: say('subscriptions.paid'), show: ({ paid }) => figure(paid), numeric: true },
  { label: say('subscriptions.refunded'), show: ({ refunded }) => figure(refunded), numeric: true },
  { label: say('subscriptions.balance'), show: ({ balanced }) => <Balance balanced={balanced} /> },
]
