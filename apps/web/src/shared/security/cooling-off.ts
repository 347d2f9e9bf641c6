import { accounts } from '@rueda/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { spanText } from '../text/span-text.ts'
import { useText } from '../text/text.ts'

/** How long money waits after a change of what protects it or where it goes, by the server's own figure: `isNone` where it does not wait. */
export function useCoolingOff(): Readonly<{ span: string; isNone: boolean }> {
  const t = useText('withdrawals')
  const { data } = useQuery(query(accounts.me, {}))
  const ms = data?.coolingOffMs
  return { span: ms === undefined ? '…' : spanText(t, ms), isNone: ms === 0 }
}
