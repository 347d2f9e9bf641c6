export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/es/*.json',
    // What the other two files have, and what only the server says.
    '!../../../../../../../packages/text/es/{agreements,articles,common,home,instruments,market,profile,titles,ui}.json',
    '!../../../../../../../packages/text/es/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
    '!../../../../../../../packages/text/es/{agreement-texts,article-kinds,companies,market-rules,replies,suitability-questions}.json',
  ],
  { eager: true, import: 'default' },
)
