export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/en/*.json',
    // What the other two files have, and what only the server says.
    '!../../../../../../../packages/text/en/{agreements,articles,common,home,instruments,market,profile,titles,ui}.json',
    '!../../../../../../../packages/text/en/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
    '!../../../../../../../packages/text/en/{agreement-texts,article-kinds,companies,market-rules,replies,suitability-questions}.json',
  ],
  { eager: true, import: 'default' },
)
