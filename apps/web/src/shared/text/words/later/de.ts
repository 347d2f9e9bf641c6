export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/de/*.json',
    '!**/{agreements,alerts,articles,common,home,instruments,market,quotes,suitability-questions,switches,titles,ui}.json',
  ],
  { eager: true, import: 'default' },
)
