export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../packages/text/de/{agreements,articles,common,home,instruments,market,profile,titles,ui}.json',
  {
    eager: true,
    import: 'default',
  },
)
