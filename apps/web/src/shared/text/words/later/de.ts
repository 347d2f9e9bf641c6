export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/de/*.json',
    // What the other two files have, and what only the server says.
    '!../../../../../../../packages/text/de/{agreements,articles,common,home,instruments,market,profile,titles,ui}.json',
    '!../../../../../../../packages/text/de/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
    '!../../../../../../../packages/text/de/{agreement-texts,article-kinds,companies,market-rules,replies,suitability-questions}.json',
  ],
  { eager: true, import: 'default' },
)
