import type { RefusalName } from '@rueda/rules/refusals.ts'
import { MailCode } from '../accounts/MailCode.tsx'
import type { SchemaForm } from '../forms/use-schema-form.ts'
import { useText } from '../text/text.ts'
import type { MoneyOutProof } from './money-out-proof.ts'
import { PayPasswordField, refusalsOfPayPassword } from './PayPasswordField.tsx'

type MoneyOutProofFieldsProps = Readonly<{
  purpose: 'card' | 'withdraw'
  form: Pick<SchemaForm<MoneyOutProof>, 'field' | 'isWrong' | 'refused'>
  asksCode: boolean | null
  /** The server's refusals of them. */
  at: Readonly<Record<keyof MoneyOutProof, string | null>>
}>

/** Refusals shown at these fields; one of a code that nobody was asked for is about none of them. */
export const refusalsOfProof = (asksCode: boolean | null): Readonly<Record<keyof MoneyOutProof, readonly RefusalName[]>> => ({
  payPassword: refusalsOfPayPassword,
  code: asksCode === true ? ['code.wrong'] : [],
})

/** The mailed code, for customers who have asked for one in the security centre, and the transaction password. */
export function MoneyOutProofFields({ purpose, form, asksCode, at }: MoneyOutProofFieldsProps) {
  const t = useText('accounts')
  return (
    <>
      {asksCode === true ? (
        <MailCode
          {...form.field('code')}
          purpose={purpose}
          error={form.refused('code', at.code) ?? (form.isWrong('code') ? t('form.code') : null)}
        />
      ) : null}
      <PayPasswordField
        {...form.field('payPassword')}
        refusal={form.refused('payPassword', at.payPassword)}
        missing={form.isWrong('payPassword')}
      />
    </>
  )
}
