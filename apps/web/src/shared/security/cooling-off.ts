import { accounts } from '@rueda/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { spanText } from '../text/span-text.ts'
import { useText } from '../text/text.ts'

/** The server's pause of money after a change of what protects it or of its destinations; `isNone` where there is no pause. */
export function useCoolingOff(): Readonly<{ span: string; isNone: boolean }> {
  const t = useText('withdrawals')
  const { data } = useQuery(query(accounts.me, {}))
  const ms = data?.coolingOffMs
  return { span: ms === undefined ? '…' : spanText(t, ms), isNone: ms === 0 }
}
