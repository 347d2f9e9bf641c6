import type { App } from '../../app.ts'
import { type KeptCard, cardsOf } from './store.ts'

/** The customer's card of that id and type as a destination of money, opened; null when there is none. */
export async function savedCard(
  { pool, vault }: Pick<App, 'pool' | 'vault'>,
  accountId: string,
  { id, type }: Readonly<{ id: string; type: 'bank' | 'vm' }>,
): Promise<KeptCard | null> {
  const kept = await cardsOf(pool, vault, accountId)
  return kept.find(({ card }) => card.id === id && card.type === type) ?? null
}
