export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/zh-TW/*.json',
    // What the other two files have, and what only the server says.
    '!../../../../../../../packages/text/zh-TW/{agreements,articles,common,home,instruments,market,profile,titles,ui}.json',
    '!../../../../../../../packages/text/zh-TW/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
    '!../../../../../../../packages/text/zh-TW/{agreement-texts,article-kinds,companies,market-rules,replies,suitability-questions}.json',
  ],
  { eager: true, import: 'default' },
)
