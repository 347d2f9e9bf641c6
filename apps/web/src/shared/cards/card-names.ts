import type { Card } from '@rueda/contract/cards.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../text/text.ts'

const statuses = {
  1: { tone: 'up', shape: 'check', key: 'status.active' },
  2: { tone: 'warn', shape: 'clock', key: 'status.checking' },
  3: { tone: 'danger', shape: 'cross', key: 'status.rejected' },
} as const
export const CHECKING = 2

export function statusOf(t: Translate<'cards'>, { status }: Pick<Card, 'status'>): Status {
  const { tone, shape, key } = statuses[status as keyof typeof statuses] ?? statuses[CHECKING]
  return { tone, shape, label: t(key) }
}

/** The name of a card: its bank, or its own name and network. */
export const nameOf = ({ bankName, label, network }: Card): string =>
  bankName ?? (label === null ? (network ?? '') : `${label} · ${network}`)
