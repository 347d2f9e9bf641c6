import { agencyIds } from '@rueda/rules/follow/agency.ts'
import { fundIds } from '@rueda/rules/funds/fund.ts'
import { loanProductIds } from '@rueda/rules/loans/product.ts'
import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'
import { robotIds } from '@rueda/rules/robots/catalogue.ts'
import type { Feature } from '@rueda/text/keys.ts'
import type { App } from '../app.ts'
import { readTexts } from '../texts.ts'
import type { Offered, OfferedList } from './offerings/offered.ts'
import { offeringIdOf } from './placing/offering.ts'
import { placingsOffered } from './placing/placings.ts'

/** What each product offers by name, for the catalogue of the back office: a line for every kind. */
const lists: Readonly<Record<OfferingKind, (app: App) => readonly Omit<Offered, 'kind'>[]>> = {
  fund: () => named('funds', fundIds),
  agency: () => named('follow', agencyIds),
  robot: () => named('robots', robotIds),
  loan: () => named('loans', loanProductIds),
  placing: (app) => placingsOffered(app).map(({ number, name }) => ({ id: offeringIdOf(number), names: { en: name, es: name } })),
}

/** Names that stand in a product's texts as `name.<id>`. */
function named(feature: Feature, ids: readonly string[]): readonly Omit<Offered, 'kind'>[] {
  const [en, es] = [readTexts('en', feature), readTexts('es', feature)]
  return ids.map((id) => ({ id, names: { en: en[`name.${id}`] ?? id, es: es[`name.${id}`] ?? id } }))
}

export const allOfferings: OfferedList = (app) =>
  Object.entries(lists).flatMap(([kind, list]) => list(app).map((each) => ({ kind: kind as OfferingKind, ...each })))
