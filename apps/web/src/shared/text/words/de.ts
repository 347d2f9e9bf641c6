export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../packages/text/de/{alerts,common,home,instruments,quotes,switches,titles,ui}.json',
  {
    eager: true,
    import: 'default',
  },
)
