export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../packages/text/zh-CN/{alerts,common,home,instruments,quotes,switches,titles,ui}.json',
  {
    eager: true,
    import: 'default',
  },
)
