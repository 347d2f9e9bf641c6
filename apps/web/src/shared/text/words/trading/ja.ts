export const words = import.meta.glob<Record<string, string>>(
  '../../../../../../../packages/text/ja/{alerts,charts,orders,plans,positions,quotes,statements,status,switches}.json',
  { eager: true, import: 'default' },
)
