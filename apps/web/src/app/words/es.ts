export const words = import.meta.glob<Record<string, string>>('../../../../../packages/text/es/*.json', { eager: true, import: 'default' })
