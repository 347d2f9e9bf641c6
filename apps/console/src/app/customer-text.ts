import { type Feature, type TextLanguage, textLanguages } from '@rueda/text/keys.ts'
import { language } from './language.ts'

/** The words of the customers' app, so that staff see a decision as its customer will read it. */
type Texts = Readonly<Record<string, string>>
/** The features whose cases staff decide. */
export type DecidedFeature = Extract<Feature, 'kyc' | 'withdrawals' | 'deposits' | 'cards' | 'permissions' | 'loans'>

/** Read by staff alone, so in the languages of the console. */
type NamedFeature = Extract<Feature, 'common' | 'fees' | 'orders'>

const files = import.meta.glob<Texts>('../../../../packages/text/*/{kyc,withdrawals,deposits,cards,permissions,loans}.json', {
  eager: true,
  import: 'default',
})

const names = import.meta.glob<Texts>('../../../../packages/text/{es,en}/{common,fees,orders}.json', { eager: true, import: 'default' })

/** Returns the app's name for something, or `otherwise` where it has none. */
export const nameOf = (feature: NamedFeature, key: string, otherwise: string): string =>
  names[`../../../../packages/text/${language()}/${feature}.json`]?.[key] ?? otherwise

/** A part of a trading day. */
export const phaseName = (phase: string): string => nameOf('orders', `session.${phase}`, phase)

const found = (feature: DecidedFeature, key: string, spoken: TextLanguage): string | undefined =>
  files[`../../../../packages/text/${spoken}/${feature}.json`]?.[key]

/** Returns the app's text for a customer of that language; throws when there is none. */
export function customerText(feature: DecidedFeature, key: string, spoken: TextLanguage = language()): string {
  const text = found(feature, key, spoken)
  if (text === undefined) throw new Error(`the app has no text ${feature}.${key} in ${spoken}`)
  return text
}

export const inEveryLanguage = (feature: DecidedFeature, key: string): readonly Readonly<{ spoken: TextLanguage; text: string }>[] =>
  textLanguages.map((spoken) => ({ spoken, text: customerText(feature, key, spoken) }))

/** The same for a key from an older row that the app may no longer have. */
export const textOr = (feature: DecidedFeature, key: string, otherwise: string): string => found(feature, key, language()) ?? otherwise
