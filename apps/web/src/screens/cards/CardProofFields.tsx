import type { RefusalName } from '@rueda/rules/refusals.ts'
import { MailCode } from '../../shared/accounts/MailCode.tsx'
import { PayPasswordField, refusalsOfPayPassword } from '../../shared/cards/PayPasswordField.tsx'
import type { SchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useText } from '../../shared/text/text.ts'
import type { CardProof } from './card-proof.ts'

type CardProofFieldsProps = Readonly<{
  form: Pick<SchemaForm<CardProof>, 'field' | 'isWrong' | 'refused'>
  asksCode: boolean | null
  /** The server's refusals of them. */
  at: Readonly<Record<keyof CardProof, string | null>>
}>

/** Refusals shown at these fields; one of a code that nobody was asked for is about none of them. */
export const refusalsOfProof = (asksCode: boolean | null): Readonly<Record<keyof CardProof, readonly RefusalName[]>> => ({
  payPassword: refusalsOfPayPassword,
  code: asksCode === true ? ['code.wrong'] : [],
})

/** The mailed code, for customers who have asked for one in the security centre, and the transaction password. */
export function CardProofFields({ form, asksCode, at }: CardProofFieldsProps) {
  const t = useText('accounts')
  return (
    <>
      {asksCode === true ? (
        <MailCode
          {...form.field('code')}
          purpose="card"
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
