import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { Bell, Info, Landmark, MonitorSmartphone, ScrollText, ShieldCheck, Smartphone } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { type Theme, type Updown, change, useSettings } from '../../shared/device/settings.ts'
import { speak, useText } from '../../shared/text/text.ts'
import { languageOptions } from '../../shared/accounts/language-options.ts'
import { LogoutRow } from '../../shared/profile/LogoutRow.tsx'
import { SwitchRow } from './SwitchRow.tsx'

/** Route `pages/setting/index`: what a person chose for this device. Every choice holds at once. */
export function Settings() {
  const t = useText('settings')
  const agreed = useText('agreements')
  const titles = useText('titles')
  const signedIn = useSignedIn()
  return (
    <Screen title={t('title')}>
      <LanguageCard />
      <AppearanceCard />
      <MotionCard />
      <ConfirmCard />
      <PrivacyCard />
      {signedIn ? (
        <Card rows>
          <ListRow icon={Bell} label={titles('notifications')} href={hrefTo('pages/setting/notifications')} />
        </Card>
      ) : null}
      {signedIn ? <SecurityCard /> : null}
      {signedIn ? <TaxCard /> : null}
      <Card rows>
        <ListRow icon={Smartphone} label={t('download')} href={hrefTo('pages/download/index')} />
        <ListRow icon={ScrollText} label={agreed('settings')} href={hrefTo('pages/setting/agreements')} />
        <ListRow icon={Info} label={t('about.title')} href={hrefTo('pages/about/index')} />
      </Card>
      {signedIn ? (
        <Card rows>
          <LogoutRow />
        </Card>
      ) : null}
    </Screen>
  )
}

function LanguageCard() {
  const t = useText('settings')
  const language = useSettings((settings) => settings.language)
  return (
    <Card>
      {/* The field keeps a line for an error that a choice cannot have. */}
      <div className="-mb-5">
        <Select label={t('language')} options={languageOptions} value={language} onChange={(next) => void speak(next)} />
      </div>
    </Card>
  )
}

function AppearanceCard() {
  const t = useText('settings')
  const { theme, updown } = useSettings()
  const palettes = ['green-red', 'red-green', 'blue-orange'] as const
  return (
    <Card title={t('appearance')}>
      <div className="flex flex-col gap-3 pt-1">
        <SegmentedControl<Theme>
          label={t('theme.label')}
          value={theme}
          onChange={(next) => change({ theme: next })}
          options={(['system', 'dark', 'light'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <Select<Updown>
          label={t('colors.label')}
          value={updown}
          onChange={(next) => change({ updown: next })}
          options={palettes.map((value) => ({ value, label: t(`colors.${value}`) }))}
        />
        <div className="-mt-5">
          <Sample />
        </div>
      </div>
    </Card>
  )
}

/** A rise and a fall in the chosen colours. */
function Sample() {
  const t = useText('settings')
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-meta text-text3">
      {t('colors.sample')}
      <span className="flex gap-2">
        <Change percent="1.24" mode="pill" />
        <Change percent="-0.38" mode="pill" />
      </span>
    </div>
  )
}

function MotionCard() {
  const t = useText('settings')
  const { reducesMotion, flashesPrices } = useSettings()
  return (
    <Card rows title={t('motion.title')}>
      <SwitchRow label={t('motion.reduce')} on={reducesMotion} onChange={(on) => change({ reducesMotion: on })} />
      <SwitchRow label={t('motion.flash')} on={flashesPrices} onChange={(on) => change({ flashesPrices: on })} />
    </Card>
  )
}

function ConfirmCard() {
  const t = useText('settings')
  const { confirmsByTap, vibrates } = useSettings()
  return (
    <Card rows title={t('confirm.title')}>
      <div className="py-3">
        <SegmentedControl
          label={t('confirm.label')}
          value={confirmsByTap ? 'tap' : 'hold'}
          onChange={(way) => change({ confirmsByTap: way === 'tap' })}
          options={[
            { value: 'hold', label: t('confirm.hold') },
            { value: 'tap', label: t('confirm.tap') },
          ]}
        />
      </div>
      <SwitchRow label={t('confirm.vibration')} on={vibrates} onChange={(on) => change({ vibrates: on })} />
    </Card>
  )
}

function PrivacyCard() {
  const t = useText('settings')
  const { hidesAmountsAtStart, usesShortcuts } = useSettings()
  return (
    <>
      <Card rows title={t('privacy.title')}>
        <SwitchRow
          label={t('privacy.hide')}
          detail={t('privacy.why')}
          on={hidesAmountsAtStart}
          onChange={(on) => change({ hidesAmountsAtStart: on })}
        />
      </Card>
      <Card rows title={t('keys.title')}>
        <SwitchRow label={t('keys.use')} detail={t('keys.why')} on={usesShortcuts} onChange={(on) => change({ usesShortcuts: on })} />
      </Card>
    </>
  )
}

function SecurityCard() {
  const t = useText('settings')
  return (
    <Card rows title={t('security.title')}>
      <ListRow icon={ShieldCheck} label={t('security.centre')} href={hrefTo('pages/setting/security')} />
      <ListRow icon={MonitorSmartphone} label={t('security.devices')} href={hrefTo('pages/setting/devices')} />
    </Card>
  )
}

function TaxCard() {
  const t = useText('settings')
  return (
    <Card rows title={t('tax.title')}>
      <ListRow icon={Landmark} label={t('tax.row')} href={hrefTo('pages/setting/tax')} />
    </Card>
  )
}
