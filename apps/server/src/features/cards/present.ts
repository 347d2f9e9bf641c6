import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { codeOfCardStatus } from '@rueda/contract/codes.ts'
import type { CardDetails } from '@rueda/rules/cards/card.ts'
import { maskedNumber } from '@rueda/rules/cards/mask.ts'
import { networkCoins } from '@rueda/rules/cards/networks.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { KeptCard } from './store.ts'

/** The only place where a card becomes JSON; of its number only the ends are shown. */
export const presentCards = (kept: readonly KeptCard[], now: Instant): CardRow[] =>
  kept.map((each) => presentCard(each, { isDefault: each === defaultAmong(kept, each), now }))

type Presenting = Readonly<{ isDefault: boolean; now: Instant }>

export const presentCard = ({ card, details, queuedAt }: Omit<KeptCard, 'fingerprint'>, { isDefault, now }: Presenting): CardRow => ({
  id: card.id,
  type: card.type,
  ...(details.type === 'bank' ? presentBank(details) : presentAddress(details)),
  cardNo: maskedNumber(details),
  isDefault: isDefault ? 1 : 0,
  status: codeOfCardStatus[card.status],
  inQueue: queuedAt !== null && card.status === 'checking' ? 1 : 0,
  reason: card.reason,
  coolingEndTimestamp: card.coolingUntil > now ? card.coolingUntil : null,
  createTimeTimestamp: card.addedAt,
})

type Shown = Pick<CardRow, 'bankName' | 'accountName' | 'countryCode' | 'currency' | 'network' | 'label'>

const presentBank = ({ bankName, accountName, countryCode, currency }: CardDetails & Readonly<{ type: 'bank' }>): Shown => ({
  ...{ bankName, accountName, countryCode, currency },
  network: null,
  label: null,
})

const presentAddress = ({ network, label }: CardDetails & Readonly<{ type: 'vm' }>): Shown => ({
  bankName: null,
  accountName: null,
  countryCode: null,
  currency: networkCoins[network],
  network,
  label,
})

/** The oldest that was taken of those for the same money and way. */
function defaultAmong(kept: readonly KeptCard[], { details }: KeptCard): KeptCard | undefined {
  return kept.find((each) => each.card.status === 'active' && kindOf(each.details) === kindOf(details))
}

const kindOf = (details: CardDetails): string => (details.type === 'bank' ? details.currency : details.network)
