import { type TaxStatus, accounts } from '@rueda/contract/accounts.ts'
import { reference } from '@rueda/contract/reference.ts'
import { formatDecimal, parseScaled, SCALE } from '@rueda/rules/decimal.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'

/** A treaty is one with the United States. */
const PARTNER = 'US'
const HUNDRED = 100n

/** A plain form: the country, the treaty, and their effect before it is sent. */
export function TaxForm({ status: { current, withholding } }: Readonly<{ status: TaxStatus }>) {
  const t = useText('settings')
  const { language, offline, text } = useUi()
  const areas = useQuery(query(reference.areas, {}))
  const [country, setCountry] = useState(current?.countryCode ?? '')
  const [claims, setClaims] = useState(current?.claimsTreaty === 1)
  const saving = useCall(accounts.declareTax, {
    onDone: () => void toast(t('tax.declared')),
  })
  const rates = withholding.find(({ market }) => market === PARTNER)
  const own = claims && country === PARTNER
  const same = current !== null && current.countryCode === country && (current.claimsTreaty === 1) === claims
  if (rates === undefined) return null
  const figures = { usual: formatQuantity(language, rates.usual), treaty: formatQuantity(language, rates.treaty) }
  const net = formatMoney(language, ofAHundred(claims ? rates.treaty : rates.usual), 'USD')
  return (
    <Card>
      <div className="flex flex-col gap-2">
        <p className="text-label font-normal text-text2">{t('tax.why', figures)}</p>
        <FormError error={saving.error} />
        <Select
          label={t('tax.country')}
          options={(areas.data ?? []).map(({ code, name }) => ({ value: code, label: name, detail: code }))}
          value={country}
          onChange={setCountry}
          placeholder={t('tax.choose')}
        />
        <CheckField checked={claims} onChange={setClaims} error={own ? t('tax.own') : null}>
          {t('tax.claim')}
        </CheckField>
        <InlineMessage tone="info">{t('tax.consequence', { net })}</InlineMessage>
        <Button
          size="large"
          wide
          busy={saving.pending}
          disabled={offline || country === '' || own || same}
          onPress={() => void saving.run({ countryCode: country, claimsTreaty: claims ? 1 : 0 })}
        >
          {offline ? text.offline : t('tax.declare')}
        </Button>
      </div>
    </Card>
  )
}

/** The rest of a hundred when this many percent are withheld. */
const ofAHundred = (percent: string): string => formatDecimal((HUNDRED * SCALE - (parseScaled(percent) ?? 0n)) / (SCALE / HUNDRED), 2)
