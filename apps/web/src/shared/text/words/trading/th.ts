export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../../packages/text/th/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
  { eager: true, import: 'default' },
)
