import type { WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import { languages } from '@rueda/contract/codes.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { formatDate } from '@rueda/text/dates.ts'
import type { Language } from '@rueda/text/languages.ts'
import { formatMoney, formatNumber } from '@rueda/text/numbers.ts'
import { type Texts, fillIn, readTexts } from '../../texts.ts'

type Announced = Readonly<{ firstDay: CalendarDate; before: readonly MarketCommissions[]; after: readonly MarketCommissions[] }>

/** The message to everybody that other commissions are coming, in every language: market by market what becomes of what. */
export const announcement = ({ firstDay, before, after }: Announced): WireTexts =>
  Object.fromEntries(
    languages.map((language) => {
      const texts = readTexts(language, 'fees')
      const changes = after.flatMap((market) => changesOf(before, market, texts, language)).join('; ')
      const values = { date: formatDate(firstDay), changes, page: readTexts(language, 'titles')['fees'] ?? '' }
      const said = (key: string): string => fillIn(texts[key], values)
      return [language, { title: said('announced.title'), body: said('announced.body') }]
    }),
  ) as WireTexts

type Commission = MarketCommissions['steps'][number]['commissions'][number]

/** What changes in a market, in its words; a change of the steps of volume alone is named and not spelled out. */
function changesOf(
  all: readonly MarketCommissions[],
  { market, currency, steps }: MarketCommissions,
  texts: Texts,
  language: Language,
): string[] {
  const old = all.find((each) => each.market === market)?.steps ?? []
  if (JSON.stringify(old) === JSON.stringify(steps)) return []
  const rows = (steps[0]?.commissions ?? []).flatMap((now) => {
    const then = old[0]?.commissions.find(({ scope }) => scope === now.scope)
    const parts = then === undefined ? [] : partsOf(then, now, currency, language, texts)
    const scope = now.scope === 'everything' ? [] : [texts[`scope.${now.scope}`] ?? now.scope]
    return parts.length === 0 ? [] : [[...scope, ...parts].join(' ')]
  })
  const isStepped = JSON.stringify(old.slice(1)) !== JSON.stringify(steps.slice(1))
  return [`${texts[`market.${market}`] ?? market}: ${[...rows, ...(isStepped ? [texts['commissions.steps']] : [])].join(', ')}`]
}

const RATE_DECIMALS = 6

function partsOf(then: Commission, now: Commission, currency: string, language: Language, texts: Texts): string[] {
  const money = (amount: string | null): string => formatMoney(language, amount ?? '0', currency)
  const rate = ({ base, rate: text }: Commission): string =>
    base === 'quantity' ? money(text) : formatNumber(language, `${text}e-2`, { style: 'percent', least: 2, most: RATE_DECIMALS })
  return [
    then.rate === now.rate ? null : `${rate(then)} → ${rate(now)}`,
    then.minimum === now.minimum ? null : `${texts['announced.minimum']} ${money(then.minimum)} → ${money(now.minimum)}`,
    then.maximum === now.maximum ? null : `${texts['announced.maximum']} ${money(then.maximum)} → ${money(now.maximum)}`,
  ].filter((part) => part !== null)
}
