import { reference } from '@rueda/contract/reference.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { accountFormatOf, normalNumber, wrongFieldOf } from '@rueda/rules/cards/bank-account.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { MoneyOutGate } from '../../shared/cards/MoneyOutGate.tsx'
import { RecordsLink } from './RecordsLink.tsx'
import type { Sending } from './ReviewSheet.tsx'
import { WaySwitch } from './WaySwitch.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

type Way = 'JPY' | 'other'
type Draft = Readonly<{ type: Way; countryCode: string; bankName: string; branch: string; accountName: string; accountNo: string }>
const EMPTY: Draft = { type: 'JPY', countryCode: 'JP', bankName: '', branch: '', accountName: '', accountNo: '' }
const emptyOf = (type: Way): Draft => ({ ...EMPTY, type, countryCode: type === 'JPY' ? 'JP' : 'US' })

/** Route `pages/withdraw/other`: in yen, or by wire, to an account that is given here. */
export function WithdrawOther() {
  const titles = useText('titles')
  return (
    <Screen title={titles('withdrawOther')} actions={<RecordsLink />}>
      <WaySwitch way="other" />
      <MoneyOutGate>
        <OtherForm />
      </MoneyOutGate>
    </Screen>
  )
}

function OtherForm() {
  const t = useText('withdrawals')
  const cooling = useCoolingOff()
  const asked = useQueryOfPage()
  const first = asked['way'] === 'other' ? emptyOf('other') : EMPTY
  const [draft, change, forget] = useKept<Draft>(`withdraw-other.${first.type}`, first)
  const [amount, setAmount] = useState(asked['amount'] ?? '')
  const fields = useRef<HTMLDivElement>(null)
  const applying = useCall(withdrawals.applyOther)
  const { type, branch, countryCode, ...account } = draft
  const isWhole = [account.bankName, account.accountName, account.accountNo].every((part) => part.trim() !== '')
  const number = normalNumber(countryCode, account.accountNo)
  const wrong = isWhole ? wrongFieldOf({ countryCode, accountName: account.accountName, number }) : null
  const sending: Sending = {
    pending: applying.pending,
    error: applying.error,
    done: applying.data ?? null,
    send: (proof) => {
      const accountInfo = { ...account, countryCode, ...(branch.trim() === '' ? {} : { branch: branch.trim() }) }
      void applying.run({ type, amount: amount.replace(/\.$/u, ''), currency: type === 'JPY' ? 'JPY' : 'USD', accountInfo, ...proof })
    },
  }
  const again = () => {
    applying.reset()
    setAmount('')
    forget()
  }
  const label = `${[account.bankName, branch].filter((part) => part.trim() !== '').join(' ')} ••••${number.slice(-LAST_SHOWN)}`
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl<Way>
        label={t('way')}
        value={type}
        onChange={(chosen) => change(emptyOf(chosen))}
        options={[
          { value: 'JPY', label: t('way.jpy') },
          { value: 'other', label: t('way.wire') },
        ]}
      />
      <AccountFields ref={fields} draft={draft} wrong={wrong} onChange={(changes) => change({ ...draft, ...changes })} />
      {cooling.isNone ? null : <InlineMessage tone="info">{t('newAccount', { span: cooling.span })}</InlineMessage>}
      <WithdrawForm
        rail={type === 'JPY' ? 'JPY_BANK' : 'WIRE'}
        type={type}
        onMissing={() => firstEmpty(fields.current)?.focus()}
        destination={isWhole && wrong === null ? label : ''}
        amount={amount}
        onAmount={setAmount}
        sending={sending}
        onClosed={again}
      />
    </div>
  )
}

const LAST_SHOWN = 4

type AccountFieldsProps = Readonly<{
  draft: Draft
  wrong: 'cardNo' | 'accountName' | null
  onChange: (changes: Partial<Draft>) => void
  ref: Ref<HTMLDivElement>
}>

/** The first empty field; if none is empty the first of all, because what is in it is wrong. */
function firstEmpty(fields: HTMLElement | null): HTMLInputElement | undefined {
  const all = [...(fields?.querySelectorAll('input') ?? [])]
  return all.find(({ value }) => value === '') ?? all[0]
}

function AccountFields({ draft, wrong, onChange, ref }: AccountFieldsProps) {
  const t = useText('withdrawals')
  const words = useText('cards')
  const areas = useQuery(query(reference.areas, {}))
  const format = accountFormatOf(draft.countryCode)
  const isYen = draft.type === 'JPY'
  const abroad = (areas.data ?? []).filter(({ code }) => code !== 'JP' && code !== 'AR')
  return (
    <div ref={ref} className="flex flex-col gap-2">
      {isYen ? null : (
        <Select
          label={words('country')}
          options={abroad.map(({ code, name }) => ({ value: code, label: name }))}
          value={draft.countryCode}
          onChange={(countryCode) => onChange({ countryCode, accountNo: '' })}
        />
      )}
      <TextField label={words('bank')} value={draft.bankName} onChange={(bankName) => onChange({ bankName })} />
      {isYen ? <TextField label={t('branch')} value={draft.branch} onChange={(branch) => onChange({ branch })} /> : null}
      <TextField
        label={words(`number.${format}`)}
        value={draft.accountNo}
        onChange={(accountNo) => onChange({ accountNo })}
        autoComplete="off"
        helper={words(`help.${format}`)}
        error={wrong === 'cardNo' ? words(`wrong.${format}`) : null}
      />
      <TextField
        label={words('holder')}
        value={draft.accountName}
        onChange={(accountName) => onChange({ accountName })}
        helper={isYen ? words('help.kana') : undefined}
        error={wrong === 'accountName' ? words('wrong.kana') : null}
      />
    </div>
  )
}
