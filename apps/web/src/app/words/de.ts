export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/de/*.json', { eager: true, import: 'default' })
