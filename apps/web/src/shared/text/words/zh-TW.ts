export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../packages/text/zh-TW/{agreements,alerts,articles,common,home,instruments,market,quotes,switches,titles,ui}.json',
  {
    eager: true,
    import: 'default',
  },
)
