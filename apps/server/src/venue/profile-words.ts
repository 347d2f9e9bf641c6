import type { Language } from '@rueda/contract/codes.ts'
import type { Profile } from '@rueda/exchange/catalogue/profile.ts'
import { formatDate } from '@rueda/text/dates.ts'
import { languages } from '@rueda/text/languages.ts'
import { formatQuantity } from '@rueda/text/numbers.ts'
import { fillIn, readTexts } from '../texts.ts'

/** What an instrument is, its sector and its industry, in the words of a reader's language. */
export function profileWords(profile: Profile, language: Language): string {
  const texts = readTexts(language, 'companies')
  switch (profile.kind) {
    case 'company': {
      const { name, industry, founded, town, employees } = profile
      const does = fillIn(texts[`does.${industry}`], { name })
      return fillIn(texts['about'], { does, founded: String(founded), town, employees: formatQuantity(language, String(employees)) })
    }
    case 'reference':
      return texts[`reference.${profile.code}`] ?? ''
    case 'future':
      return fillIn(texts['about.future'], { date: formatDate(profile.lastTradeDate) })
    default:
      return fillIn(texts[`about.${profile.kind}`], 'name' in profile ? { name: profile.name } : {})
  }
}

export const sectorName = (id: string, language: Language): string => readTexts(language, 'companies')[`sector.${id}`] ?? id
export const industryName = (id: string, language: Language): string => readTexts(language, 'companies')[`industry.${id}`] ?? id

/** True if this is how a caller names the industry: by its id, or as it is called in one of the languages. */
export const namesIndustry = (asked: string, id: string): boolean =>
  asked === id || languages.some((language) => industryName(id, language) === asked)
