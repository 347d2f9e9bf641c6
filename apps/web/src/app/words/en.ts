export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/en/*.json', { eager: true, import: 'default' })
