import { agreements } from '@rueda/contract/agreements.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { z } from 'zod'
import { AgreeField } from '../../shared/agreements/AgreeField.tsx'
import { asRead } from '../../shared/agreements/agreed.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useGoReturn, useQueryOfPage } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

const agreed: z.ZodType<{ agrees: boolean }, { agrees: boolean }> = z.object({ agrees: z.boolean().refine(Boolean) })

/** Accepts the documents in force, as they are read above it, and goes back to what asked for them. */
export function AcceptForm({ heads }: Readonly<{ heads: DataOf<typeof agreements.list> }>) {
  const t = useText('agreements')
  const form = useSchemaForm(agreed, { agrees: false })
  const { return: place } = useQueryOfPage()
  const goReturn = useGoReturn()
  const accepting = useCall(agreements.accept, {
    onDone: () => {
      void toast(t('done'))
      if (place !== undefined) goReturn(place)
    },
  })
  return (
    <Card>
      <Form onSend={() => form.send(() => accepting.run({ agreements: asRead(heads) }))}>
        <FormError error={accepting.error} />
        <p className="text-label font-normal text-text2">{t('due')}</p>
        <AgreeField form={form} />
        <SubmitButton busy={accepting.pending}>{t('accept')}</SubmitButton>
      </Form>
    </Card>
  )
}
