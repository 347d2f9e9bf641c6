import type { ListedInstrument } from '@rueda/contract/admin/instruments.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type ChargeRule, validRules } from '@rueda/rules/fees/schedule.ts'
import type { Delisting } from '@rueda/rules/instruments/delisting.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { isAbout } from '@rueda/rules/markets/scope.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { FullApp } from '../../app.ts'

type Announced = Delisting & Readonly<{ told: number }>

/** An instrument as the rules of ordering see it, with the state of its market. */
export function presentInstrument({ venue, clock }: FullApp, instrument: Instrument, delisting: Announced | null): ListedInstrument {
  const { id, market, currency, step, minimumQuantity, quoteOnly, ticks } = instrument
  const quote = venue.quote(id)
  const { phase, opensAt, closesAt, tradeDate } = venue.session(market)
  const halt = venue.halt(id)
  const terms = marketTermsOf(market)
  const about = terms?.feeTable.rules.filter(({ scope }) => isAbout(scope, instrument, minimumQuantity)) ?? []
  const fees = terms === null || quoteOnly ? [] : validRules({ ...terms.feeTable, rules: about }, { side: 'sell', tradeDate })
  return {
    ...{
      instrumentId: id,
      code: instrument.code,
      name: instrument.name,
      market,
      exchange: instrument.exchange,
      currency,
    },
    quoteOnly: quoteOnly ? 1 : 0,
    ticks: ticks.map(({ from, tick }) => ({ from: formatScaled(from), tick: formatScaled(tick) })),
    decimals: decimalsAt(instrument, quote?.last ?? 0n),
    step: formatScaled(step),
    minimum: formatScaled(minimumQuantity),
    largestLeverage: instrument.contract?.kind === 'pair' ? instrument.contract.largestLeverage : (terms?.largestLeverage ?? 1),
    fees: fees.map((rule) => presentFee(rule, currency)),
    ...{ phase: quote?.phase ?? phase, openTimestamp: opensAt, closeTimestamp: closesAt },
    last: quote === null ? null : formatScaled(quote.last),
    ageMs: quote === null ? null : Math.max(0, clock.now() - venue.freshAt(id)),
    stop: halt === null ? null : presentHalt(halt),
    nowTimestamp: clock.now(),
    delisting:
      delisting === null ? null : { closingFromTimestamp: delisting.closingFrom, endTimestamp: delisting.endsAt, told: delisting.told },
  }
}

const PERCENT = 100n

const presentFee = ({ kind, rate, base, minimum }: ChargeRule, currency: Currency): ListedInstrument['fees'][number] => ({
  ...{ kind, base, rate: formatScaled(base === 'quantity' ? rate : rate * PERCENT) },
  least: minimum === null ? null : formatMinor(minimum, currency),
})

const presentHalt = (halt: TradingHalt): NonNullable<ListedInstrument['stop']> => ({
  id: halt.stopId,
  kind: halt.kind,
  own: halt.scope === 'instrument' ? 1 : 0,
  fromTimestamp: halt.from,
  untilTimestamp: halt.until ?? null,
})
