import type { App } from '../../app.ts'
import { type KeptCard, cardsOf } from './store.ts'

/** What others may know of a customer's cards: one that money is to go to, opened, or null where there is none such. */
export async function savedCard(
  { pool, vault }: Pick<App, 'pool' | 'vault'>,
  accountId: string,
  { id, type }: Readonly<{ id: string; type: 'bank' | 'vm' }>,
): Promise<KeptCard | null> {
  const kept = await cardsOf(pool, vault, accountId)
  return kept.find(({ card }) => card.id === id && card.type === type) ?? null
}
