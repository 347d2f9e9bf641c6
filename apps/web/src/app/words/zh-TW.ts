export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/zh-TW/*.json', {
  eager: true,
  import: 'default',
})
