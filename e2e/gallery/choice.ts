import { parseArgs } from 'node:util'
import { type TextLanguage, textLanguages } from '@rueda/text/keys.ts'

/** What `npm run gallery` is asked to picture: the app, the console, or the few pictures of the README and the guides. */
export type Choice = Readonly<{
  subject: 'app' | 'console' | 'readme'
  languages: readonly TextLanguage[]
  sizes: readonly SizeName[]
}>

/** Windows by name; a number is a width. */
export const SIZES = {
  'phone': { width: 390, height: 844 },
  'desk': { width: 1440, height: 900 },
  '320': { width: 320, height: 640 },
  '360': { width: 360, height: 740 },
  '768': { width: 768, height: 1024 },
  '1920': { width: 1920, height: 1080 },
} as const
export type SizeName = keyof typeof SIZES
const sizeNames = Object.keys(SIZES) as SizeName[]

/** Reads the arguments; throws a sentence about the first that it does not know. */
export function chosen(parameters: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      languages: { type: 'string', default: 'es' },
      sizes: { type: 'string', default: 'phone,desk' },
      readme: { type: 'boolean', default: false },
      console: { type: 'boolean', default: false },
    },
  })
  if (values.readme && values.console) throw new Error('--readme and --console are two galleries: ask for one of them.')
  return {
    subject: values.readme ? 'readme' : values.console ? 'console' : 'app',
    languages: listed('--languages', values.languages, textLanguages),
    sizes: listed('--sizes', values.sizes, sizeNames),
  }
}

function listed<Name extends string>(option: string, text: string, known: readonly Name[]): readonly Name[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  return names.map((name) => {
    const found = known.find((each) => each.toLowerCase() === name.toLowerCase())
    if (found === undefined) throw new Error(`${option} does not know "${name}"; it knows ${known.join(', ')}.`)
    return found
  })
}
