import type { ConsoleLanguage } from '../language.ts'
import * as accounts from '../../screens/accounts/words.ts'
import * as approvals from '../../screens/approvals/words.ts'
import * as articles from '../../screens/articles/words.ts'
import * as audit from '../../screens/audit/words.ts'
import * as broadcasts from '../../screens/broadcasts/words.ts'
import * as calendars from '../../screens/calendars/words.ts'
import * as cards from '../../screens/cards/words.ts'
import * as cases from '../../screens/cases/words.ts'
import * as fees from '../../screens/fees/words.ts'
import * as complaints from '../../screens/complaints/words.ts'
import * as dashboard from '../../screens/dashboard/words.ts'
import * as deposits from '../../screens/deposits/words.ts'
import * as instruments from '../../screens/instruments/words.ts'
import * as placing from '../../screens/placing/words.ts'
import * as subscriptions from '../../screens/subscriptions/words.ts'
import * as integrity from '../../screens/integrity/words.ts'
import * as kyc from '../../screens/kyc/words.ts'
import * as ledger from '../../screens/ledger/words.ts'
import * as loans from '../../screens/loans/words.ts'
import * as market from '../../screens/market/words.ts'
import * as offerings from '../../screens/offerings/words.ts'
import * as permissions from '../../screens/permissions/words.ts'
import * as staff from '../../screens/staff/words.ts'
import * as support from '../../screens/support/words.ts'
import * as switches from '../../screens/switches/words.ts'
import * as terms from '../../screens/terms/words.ts'
import * as views from '../../shared/views/words.ts'
import * as withdrawals from '../../screens/withdrawals/words.ts'
import * as app from './app.ts'
import * as powers from './powers.ts'

/** Every noun has its words in one file, in both languages: beside its screen, or in shared where it has none of its own. */
const screens = [
  accounts,
  app,
  approvals,
  articles,
  audit,
  broadcasts,
  calendars,
  cards,
  cases,
  complaints,
  dashboard,
  deposits,
  instruments,
  placing,
  subscriptions,
  integrity,
  kyc,
  ledger,
  loans,
  market,
  offerings,
  permissions,
  powers,
  staff,
  support,
  switches,
  terms,
  fees,
  views,
  withdrawals,
] as const

type KeyOf<Words> = Words extends { english: infer English } ? keyof English : never
export type WordKey = KeyOf<(typeof screens)[number]>
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string

type Words = Readonly<Record<WordKey, string>>
const words: Readonly<Record<ConsoleLanguage, Words>> = {
  en: Object.assign({}, ...screens.map(({ english }) => english)),
  es: Object.assign({}, ...screens.map(({ spanish }) => spanish)),
}

export const isWordKey = (key: string): key is WordKey => key in words.en

/** Returns the console's own words in one of its languages. Values replace `{{name}}`. */
export const sayIn =
  (language: ConsoleLanguage): Say =>
  (key, values = {}) =>
    words[language][key].replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name] ?? ''))
