export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/hi/*.json',
    '!../../../../../../../packages/text/hi/{agreement-texts,agreements,article-kinds,articles,common,companies,home,instruments,market,market-rules,profile,replies,suitability-questions,titles,ui}.json',
  ],
  { eager: true, import: 'default' },
)
