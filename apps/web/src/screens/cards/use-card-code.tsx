import { security } from '@rueda/contract/security.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { CODE_LENGTH, MailCode } from '../../shared/accounts/MailCode.tsx'

type CardCode = Readonly<{
  /** Part of what is sent; nothing where the account asks for no code. */
  input: Readonly<{ code?: string }>
  isWhole: boolean
  /** Refusals shown at its field. */
  refusals: readonly RefusalName[]
  /** `asked` says that it is missing. */
  field: (refusal: string | null, asked: boolean) => ReactNode
}>

/** The mailed code that saves a destination, for customers who have asked for one in the security centre. */
export function useCardCode(): CardCode {
  const t = useText('accounts')
  const [code, setCode] = useState('')
  const { data } = useQuery(query(security.status, {}))
  if (data?.cardCodes !== 1) return { input: {}, isWhole: data !== undefined, refusals: [], field: () => null }
  return {
    input: { code },
    isWhole: code.length === CODE_LENGTH,
    refusals: ['code.wrong'],
    field: (refusal, asked) => {
      const missing = asked && code.length < CODE_LENGTH ? t('form.code') : null
      return <MailCode purpose="card" value={code} onChange={setCode} error={refusal ?? missing} />
    },
  }
}
