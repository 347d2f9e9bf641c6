import { reference } from '@rueda/contract/reference.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { accountFormatOf } from '@rueda/rules/cards/bank-account.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { bankFaults } from '../../shared/cards/card-form.ts'
import { type SchemaForm, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { RecordsLink } from './RecordsLink.tsx'
import type { Sending } from './ReviewSheet.tsx'
import { WaySwitch } from './WaySwitch.tsx'
import { type OtherAccount, type OtherWay, accountInfoOf, accountLabel, emptyAccount, wholeAccount } from './other-account.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

/** Route `pages/withdraw/other`: in yen, or by wire, to an account that is given here. */
export function WithdrawOther() {
  const titles = useText('titles')
  return (
    <Screen title={titles('withdrawOther')} actions={<RecordsLink />}>
      <WaySwitch way="other" />
      <ProtectedGate>
        <OtherForm />
      </ProtectedGate>
    </Screen>
  )
}

function OtherForm() {
  const t = useText('withdrawals')
  const asked = useQueryOfPage()
  const [way, choose] = useState<OtherWay>(asked['way'] === 'other' ? 'other' : 'JPY')
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl<OtherWay>
        label={t('way')}
        value={way}
        onChange={choose}
        options={[
          { value: 'JPY', label: t('way.jpy') },
          { value: 'other', label: t('way.wire') },
        ]}
      />
      <AccountForm key={way} way={way} />
    </div>
  )
}

function AccountForm({ way }: Readonly<{ way: OtherWay }>) {
  const t = useText('withdrawals')
  const cooling = useCoolingOff()
  const [amount, setAmount] = useState(useQueryOfPage()['amount'] ?? '')
  const [kept, keep, forget] = useKept(`withdraw-to-account.${way}`, emptyAccount(way))
  const form = useSchemaForm<OtherAccount>(wholeAccount, kept)
  const account = form.values
  const edit = (changes: Partial<OtherAccount>) => keep(form.change(changes))
  const applying = useCall(withdrawals.applyOther)
  const sending: Sending = {
    pending: applying.pending,
    error: applying.error,
    done: applying.data ?? null,
    send: (proof) => {
      const currency = way === 'JPY' ? 'JPY' : 'USD'
      void applying.run({ type: way, amount: finish(amount), currency, accountInfo: accountInfoOf(account), ...proof })
    },
  }
  const again = () => {
    applying.reset()
    setAmount('')
    form.change(emptyAccount(way))
    forget()
  }
  return (
    <>
      <AccountFields way={way} form={form} onChange={edit} />
      {cooling.isNone ? null : <InlineMessage tone="info">{t('newAccount', { span: cooling.span })}</InlineMessage>}
      <WithdrawForm
        rail={way === 'JPY' ? 'JPY_BANK' : 'WIRE'}
        type={way}
        // Marks what is missing or wrong of the account, and goes to the first of it.
        onMissing={() => form.send(() => undefined)}
        destination={form.isWhole ? accountLabel(account) : ''}
        amount={amount}
        onAmount={setAmount}
        sending={sending}
        onClosed={again}
      />
    </>
  )
}

type AccountFieldsProps = Readonly<{
  way: OtherWay
  form: SchemaForm<OtherAccount>
  onChange: (changes: Partial<OtherAccount>) => void
}>

function AccountFields({ way, form, onChange }: AccountFieldsProps) {
  const t = useText('withdrawals')
  const words = useText('cards')
  const common = useText('common')
  const areas = useQuery(query(reference.areas, {}))
  const { countryCode } = form.values
  const format = accountFormatOf(countryCode)
  const isYen = way === 'JPY'
  const abroad = (areas.data ?? []).filter(({ code }) => code !== 'JP' && code !== 'AR')
  const errorOf = (field: keyof typeof emptyWords): string | null => {
    const fault = form.fault(field, bankFaults)
    if (fault === 'missing') return common(emptyWords[field])
    return fault === null ? null : words(field === 'cardNo' ? `wrong.${format}` : 'wrong.kana')
  }
  return (
    <div className="flex flex-col gap-2">
      {isYen ? null : (
        <Select
          label={words('country')}
          options={abroad.map(({ code, name }) => ({ value: code, label: name }))}
          value={countryCode}
          onChange={(chosen) => onChange({ countryCode: chosen, cardNo: '' })}
        />
      )}
      <TextField
        {...form.field('bankName')}
        label={words('bank')}
        onChange={(bankName) => onChange({ bankName })}
        error={errorOf('bankName')}
      />
      {isYen ? <TextField {...form.field('branch')} label={t('branch')} onChange={(branch) => onChange({ branch })} /> : null}
      <TextField
        {...form.field('cardNo')}
        label={words(`number.${format}`)}
        // By such a name a browser would offer the number of a payment card.
        name={undefined}
        onChange={(cardNo) => onChange({ cardNo })}
        autoComplete="off"
        helper={words(`help.${format}`)}
        error={errorOf('cardNo')}
      />
      <TextField
        {...form.field('accountName')}
        label={words('holder')}
        onChange={(accountName) => onChange({ accountName })}
        helper={isYen ? words('help.kana') : undefined}
        error={errorOf('accountName')}
      />
    </div>
  )
}

const emptyWords = { cardNo: 'empty.cardNumber', bankName: 'empty.bank', accountName: 'empty.holder' } as const
