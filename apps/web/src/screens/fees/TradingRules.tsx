import type { MarketFees } from '@rueda/contract/fees.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { decimalText, scopeKey } from './fee-words.ts'

/** The steps, lots, limits and settlement of a market: what an order is refused by. */
export function TradingRules({ market }: { market: MarketFees }) {
  const t = useText('fees')
  const { language } = useUi()
  const { largestOrder } = market
  const largest =
    largestOrder.kind === 'worth'
      ? formatMoney(language, largestOrder.value, market.currency)
      : formatQuantity(language, largestOrder.value)
  return (
    <Card title={t('rules')}>
      <Facts
        rows={[
          ...tickFacts(market, t, language),
          { label: t('rules.lot'), value: <Lines lines={lotLines(market, t, language)} /> },
          ...bandFacts(market, t, language),
          { label: t('rules.market'), value: <Lines wraps lines={marketLines(market, t, language)} /> },
          { label: t('rules.settlement'), value: settlementText(market) },
          market.largestLeverage > 1 ? { label: t('rules.leverage'), value: `${market.largestLeverage}×` } : null,
          { label: t('rules.largest'), value: largest },
        ]}
      />
      {market.oddLotCallSeconds === null ? null : (
        <p className="pt-1.5 text-meta text-text3">{t('rules.oddLot', { seconds: String(market.oddLotCallSeconds) })}</p>
      )}
      {market.ticks.length === 0 ? <p className="pt-1.5 text-meta text-text3">{t('rules.ownMargin')}</p> : null}
    </Card>
  )
}

/** How far a market order may go. A purchase is held for before it is executed, so it goes no further than what is held. */
function marketLines({ collar, marketBuy }: MarketFees, t: Translate<'fees'>, language: Language): readonly string[] {
  const limit = collar === null ? t('rules.band') : t('rules.collar', { share: decimalText(language, collar) })
  if (collar !== null && Number(collar) <= Number(marketBuy)) return [limit]
  return [t('rules.marketBuy', { share: decimalText(language, marketBuy) }), t('rules.marketSell', { limit })]
}

const Lines = ({ lines, wraps = false }: Readonly<{ lines: readonly string[]; wraps?: boolean }>) => (
  <span className={classes('flex flex-col items-end text-end', !wraps && 'whitespace-nowrap')}>
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

function tickFacts({ ticks }: MarketFees, t: Translate<'fees'>, language: Language): Fact[] {
  return [...new Set(ticks.map(({ scope }) => scope))].map((scope) => {
    const key = scopeKey(scope)
    const lines = ticks
      .filter((tick) => tick.scope === scope)
      .map(({ from, tick }) => t('rules.from', { from: decimalText(language, from), tick: decimalText(language, tick) }))
    return { label: key === null ? t('rules.ticks') : t('rules.ticksOf', { scope: t(key) }), value: <Lines lines={lines} /> }
  })
}

function lotLines({ lots }: MarketFees, t: Translate<'fees'>, language: Language): string[] {
  if (lots.length === 1) return lots.map(({ lot }) => formatQuantity(language, lot))
  return lots.map(({ upTo, lot }) => {
    const size = formatQuantity(language, lot)
    return upTo === null ? t('rules.above', { lot: size }) : t('rules.upTo', { price: decimalText(language, upTo), lot: size })
  })
}

function bandFacts({ bands }: MarketFees, t: Translate<'fees'>, language: Language): Fact[] {
  return bands.map(({ scope, kind, above, below, belowByLevel }) => {
    const key = scopeKey(scope)
    const falls = (belowByLevel ?? []).map((fall) => `−${decimalText(language, fall)}`).join(' / ')
    const figures = { above: decimalText(language, above), below: decimalText(language, below), share: decimalText(language, above), falls }
    return {
      label: key === null ? t('rules.limit') : t('rules.limitOf', { scope: t(key) }),
      value: t(`rules.${bandWords[kind]}`, figures),
    }
  })
}

const bandWords = { fromLast: 'fromLast', fromPreviousClose: 'fromClose', withBreaker: 'withBreaker' } as const

const settlementText = ({ settlements }: MarketFees): string =>
  settlements.map(({ name, days }) => (name === null ? `T+${days}` : `${name} T+${days}`)).join(' · ')
