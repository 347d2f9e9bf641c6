import { security } from '@rueda/contract/security.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { CODE_LENGTH, MailCode } from '../../shared/accounts/MailCode.tsx'

type CardCode = Readonly<{
  /** Part of what is sent; nothing where the account asks for no code. */
  input: Readonly<{ code?: string }>
  isWhole: boolean
  /** Whether a refusal is about the code, and said at its field. */
  isAbout: (error: ApiError | null) => boolean
  /** `asked` says that it is missing. */
  field: (error: ApiError | null, asked: boolean) => ReactNode
}>

const isAbout = (error: ApiError | null): boolean => error?.is('code.wrong') === true

/** The mailed code that a destination is saved with, for whoever has asked for one in the security centre. */
export function useCardCode(): CardCode {
  const t = useText('accounts')
  const [code, setCode] = useState('')
  const { data } = useQuery(query(security.status, {}))
  if (data?.cardCodes !== 1) return { input: {}, isWhole: data !== undefined, isAbout: () => false, field: () => null }
  return {
    input: { code },
    isWhole: code.length === CODE_LENGTH,
    isAbout,
    field: (error, asked) => {
      const missing = asked && code.length < CODE_LENGTH ? t('form.code') : null
      return <MailCode purpose="card" value={code} onChange={setCode} error={isAbout(error) ? (error?.message ?? null) : missing} />
    },
  }
}
