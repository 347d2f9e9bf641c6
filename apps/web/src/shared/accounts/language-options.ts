import { languages, nativeNames } from '@rueda/ui/formats/languages.ts'

/** Every language under its own name. */
export const languageOptions = languages.map((value) => ({ value, label: nativeNames[value] }))
