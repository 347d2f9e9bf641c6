export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/zh-CN/*.json', {
  eager: true,
  import: 'default',
})
