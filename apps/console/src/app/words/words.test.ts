import { expect, it } from 'vitest'
import type { ConsoleLanguage } from '../language.ts'

/** Goal: every page of the console speaks its reader's language, and calls one thing by one plain name. */
type Words = Readonly<Record<string, string>>
type File = Readonly<{ english: Words; spanish: Words }>

const files = import.meta.glob<File>(['../../{screens,shared}/**/words.ts', './{app,powers}.ts'], { eager: true })
const english: Words = Object.assign({}, ...Object.values(files).map((file) => file.english))
const spanish: Words = Object.assign({}, ...Object.values(files).map((file) => file.spanish))

/** The same word in both languages. */
const same: readonly string[] = [
  ...['app.no', 'support.no', 'age.seconds', 'age.minutes', 'age.hours', 'cases.more', 'integrity.ms'],
  ...[
    'audit.hash',
    'deposit.hash',
    'ledger.hash',
    'journal.J97',
    'cause.split',
    'offering.kind.robot',
    'staff.roles',
    'articles.tag.house',
  ],
]

it('every word is there in both languages, and in Spanish it is Spanish', () => {
  expect(Object.keys(files).length).toBeGreaterThan(25)
  expect(Object.keys(spanish).toSorted()).toEqual(Object.keys(english).toSorted())
  expect(Object.keys(english).filter((key) => english[key] === spanish[key] && !same.includes(key))).toEqual([])
})

const notOurs: Readonly<Record<ConsoleLanguage, RegExp>> = {
  en: /pairs? of eyes|four[- ]eyes|second eyes|\binvariant|\bINV-/iu,
  es: /par de ojos|cuatro ojos|segundos ojos|\binvariante|\bINV-/iu,
}

it.each([
  ['en', english],
  ['es', spanish],
] as const)('in %s what takes two persons is an approval, and a check is told by what it checks', (language, words) => {
  expect(Object.entries(words).filter(([, text]) => notOurs[language].test(text))).toEqual([])
  expect(words['nav.approvals']).toBe({ en: 'Approvals', es: 'Aprobaciones' }[language])
})
