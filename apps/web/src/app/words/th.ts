export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/th/*.json', { eager: true, import: 'default' })
