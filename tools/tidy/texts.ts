import { type TidyCheck, filesUnder, foldersIn, read } from './files.ts'

const LANGUAGES = ['de', 'en', 'es', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW']
const SOURCE = 'es'
type Texts = Readonly<Record<string, string>>

export const languageFolders: TidyCheck = {
  name: 'the app speaks eight languages',
  find: (root) =>
    LANGUAGES.filter((language) => !foldersIn(root, 'packages/text').includes(language)).map(
      (language) => `packages/text/${language} is missing.`,
    ),
}

export const wholeTexts: TidyCheck = {
  name: 'every text exists in every language and none is empty',
  find: (root) => featuresIn(root).flatMap((feature) => LANGUAGES.flatMap((language) => compare(root, language, feature))),
}

/** The names of the refusals as the rules list them; read as text, so that the check works on any folder. */
export const refusalTexts: TidyCheck = {
  name: 'every refusal has a sentence in every language',
  find: (root) => {
    const names = refusalNames(read(root, 'packages/rules/src/refusals.ts'))
    return LANGUAGES.flatMap((language) => {
      const texts = readTexts(root, language, 'refusals')
      const missing = names.filter((name) => !texts[name]?.trim())
      return missing.map((name) => `packages/text/${language}/refusals.json has no "${name}". ${HOW_TO_ADD}`)
    })
  },
}

export function refusalNames(source: string): string[] {
  const table = /export const refusals = \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  return [...table.matchAll(/^\s*'?([a-z_]+(?:\.[a-z_]+)*)'?:/gm)].map((match) => match[1] ?? '')
}

const HOW_TO_ADD = 'packages/text/README.md shows how to add a text in all languages at once.'

function compare(root: string, language: string, feature: string): string[] {
  const texts = readTexts(root, language, feature)
  const wanted = Object.keys(readTexts(root, SOURCE, feature))
  const path = `packages/text/${language}/${feature}.json`
  return [
    ...wanted.filter((key) => !texts[key]?.trim()).map((key) => `${path} has no "${key}". ${HOW_TO_ADD}`),
    ...Object.keys(texts)
      .filter((key) => !wanted.includes(key))
      .map((key) => `${path} has "${key}", which ${SOURCE} does not. ${HOW_TO_ADD}`),
  ]
}

function featuresIn(root: string): string[] {
  const names = LANGUAGES.flatMap((language) =>
    filesUnder(root, `packages/text/${language}`).map((path) => path.split('/').at(-1)?.replace('.json', '') ?? ''),
  )
  return [...new Set(names)].toSorted()
}

function readTexts(root: string, language: string, feature: string): Texts {
  try {
    return JSON.parse(read(root, `packages/text/${language}/${feature}.json`)) as Texts
  } catch {
    return {}
  }
}
