import { Money } from '@rueda/ui/money/Money.tsx'
import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import type { Translate } from '../../shared/text/text.ts'

/** Money that waits for its strike, which no unit stands for yet; null where none does. */
export const waitingRow = (t: Translate<'funds'>, amount: string, currency: string): Fact | null =>
  Number(amount) === 0 ? null : { label: t('state.0'), value: <Money value={amount} currency={currency} own /> }
