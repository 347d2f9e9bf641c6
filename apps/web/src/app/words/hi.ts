export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/hi/*.json', { eager: true, import: 'default' })
