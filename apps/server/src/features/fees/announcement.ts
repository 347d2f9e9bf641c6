import type { WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import { languages } from '@rueda/contract/codes.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { formatDate } from '@rueda/text/dates.ts'
import { fillIn, readTexts } from '../../texts.ts'

/** The message to everybody that other commissions are coming, in every language. */
export const announcement = (firstDay: CalendarDate): WireTexts =>
  Object.fromEntries(
    languages.map((language) => {
      const texts = readTexts(language, 'fees')
      const said = (key: string): string => fillIn(texts[key], { date: formatDate(firstDay) })
      return [language, { title: said('announced.title'), body: said('announced.body') }]
    }),
  ) as WireTexts
