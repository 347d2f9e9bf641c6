import type { cards } from '@rueda/contract/cards.ts'
import type { ParsedOf } from '@rueda/contract/endpoint.ts'
import { normalDetails } from '@rueda/rules/cards/add.ts'
import type { CardDetails } from '@rueda/rules/cards/card.ts'
import { networkCoins } from '@rueda/rules/cards/networks.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { countries } from '../reference/countries.ts'

type Given = ParsedOf<typeof cards.add>

/** The details of a card as the rules take them; what its type needs and was not given is named. */
export function readDetails(given: Given): Result<CardDetails> {
  const read = (given.type ?? (given.address === undefined ? 'bank' : 'vm')) === 'bank' ? readBank(given) : readAddress(given)
  return read.ok ? ok(normalDetails(read.value)) : read
}

function readBank({ bankName, accountName, cardNo, countryCode, currency, swift }: Given): Result<CardDetails> {
  if (countryCode === undefined) return missing('countryCode')
  if (bankName === undefined) return missing('bankName')
  if (accountName === undefined) return missing('accountName')
  if (cardNo === undefined) return missing('cardNo')
  if (currency === undefined) return missing('currency')
  const country = countries.find(([code]) => code === countryCode)
  if (country === undefined) return refuse('parameter.invalid', { field: 'countryCode' })
  if (!currenciesOf(country).includes(currency)) return refuse('parameter.invalid', { field: 'currency' })
  return ok({ type: 'bank', bankName, accountName, number: cardNo, countryCode, currency, swift: swift ?? null })
}

/** A wire arrives in dollars as well; where accounts are paid over the country's own rails, it is the country's money only. */
const currenciesOf = ([code, , currency]: (typeof countries)[number]): readonly string[] =>
  code === 'AR' || code === 'JP' ? [currency] : [currency, 'USD']

function readAddress({ network, address, currency, label }: Given): Result<CardDetails> {
  if (network === undefined) return missing('network')
  if (address === undefined) return missing('address')
  if (currency !== undefined && currency !== networkCoins[network]) return refuse('parameter.invalid', { field: 'currency' })
  return ok({ type: 'vm', network, address, label: label ?? null })
}

const missing = (field: string) => refuse('parameter.missing', { field })
