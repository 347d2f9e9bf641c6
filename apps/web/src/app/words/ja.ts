export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/ja/*.json', { eager: true, import: 'default' })
