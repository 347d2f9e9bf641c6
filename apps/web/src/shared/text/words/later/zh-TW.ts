export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../../../../../packages/text/zh-TW/*.json',
    '!**/{alerts,common,home,instruments,quotes,suitability-questions,switches,titles,ui}.json',
  ],
  { eager: true, import: 'default' },
)
