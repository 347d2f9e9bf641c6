/** The languages of the app are those of its texts. */
export { type Language, isLanguage, languageOfTag, languages, localeOf, nativeNames } from '@rueda/text/languages.ts'
