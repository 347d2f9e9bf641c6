import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useSaveFile } from '../../shared/lists/use-save-file.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useSession, useSignedIn } from '../../shared/security/session.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { type AccountFinding, type AccountProgress, accountFile, checkAccount } from '../../shared/trust/account-check.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { Found } from './ClaimRow.tsx'
import { type Finding, found, keepFinding, useFindings } from '../../shared/findings/findings.ts'

/** The whole account computed anew by this device, with its progress, its result and a file to keep. */
export function AccountCheck() {
  const t = useText('trust')
  const common = useText('common')
  const signedIn = useSignedIn()
  const here = useReturn()
  return (
    <Card title={t('account.title')}>
      <p className="text-label font-normal text-text2">{t('account.text')}</p>
      <div className="mt-3 flex flex-col gap-3">
        {signedIn ? (
          <Checked />
        ) : (
          <Button tone="secondary" wide href={hrefTo('pages/auth/login', { return: here })}>
            {common('act.login')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type Done = Readonly<{ finding: AccountFinding; at: number }>

function Checked() {
  const t = useText('trust')
  const common = useText('common')
  const { offline } = useUi()
  const saveFile = useSaveFile()
  const accountId = useSession(({ user }) => user?.id ?? '')
  const [progress, setProgress] = useState<AccountProgress | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const key = `account.${accountId}`
  const last = useFindings((findings) => findings[key] ?? null)
  const run = async (): Promise<void> => {
    setProgress({ step: 'entries', done: 0, of: 0 })
    const finding = await checkAccount(accountId, setProgress)
    keepFinding(key, inWords(finding, common))
    setDone({ finding, at: Date.now() })
    setProgress(null)
  }
  const whole = done?.finding.kind === 'fine' ? done.finding : null
  const save = () => {
    if (whole !== null && done !== null)
      saveFile(`rueda-account-${accountId}.json`, 'application/json', accountFile(whole, accountId, done.at))
  }
  return (
    <>
      <Button size="large" wide busy={progress !== null} disabled={offline} onPress={() => void run()}>
        {t('account.run')}
      </Button>
      <div role="status" className="flex flex-col gap-2">
        {progress === null ? <Found finding={last} /> : <Progress progress={progress} />}
      </div>
      {whole === null ? null : (
        <Button tone="secondary" wide onPress={save}>
          <FileDown aria-hidden size={18} /> {t('account.save')}
        </Button>
      )}
    </>
  )
}

const PERCENT = 100

function Progress({ progress: { step, done, of } }: Readonly<{ progress: AccountProgress }>) {
  const t = useText('trust')
  const { language } = useUi()
  const number = (value: number): string => formatQuantity(language, String(value))
  return (
    <>
      <p className="num text-meta text-text2">{t(`account.${step}`, { num: number(done), total: number(of) })}</p>
      <div
        role="progressbar"
        aria-label={t('account.title')}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        className="h-1.5 overflow-hidden rounded-pill bg-s3"
      >
        <div className="h-full rounded-pill bg-accent" style={{ width: `${of === 0 ? 0 : (done / of) * PERCENT}%` }} />
      </div>
    </>
  )
}

function inWords(finding: AccountFinding, common: Translate<'common'>): Finding {
  switch (finding.kind) {
    case 'fine':
      return found('good', 'found.account', {
        entries: finding.entries,
        logged: finding.logged,
        executions: finding.executions,
        sequence: finding.newest.sequence,
        place: finding.newest.entry,
      })
    case 'unlogged':
      return found('open', 'found.account.unlogged', { entries: finding.entries, executions: finding.executions })
    case 'balanceWrong':
      return found('bad', 'found.account.balance', {
        wallet: walletName(common, finding.wallet),
        computed: finding.computed,
        shown: finding.shown,
      })
    case 'entryWrong':
      return found('bad', 'found.account.entry', { sequence: finding.sequence })
    case 'keyWrong':
      return found('bad', 'found.account.key', { sequence: finding.sequence })
    case 'executionWrong':
      return found('bad', 'found.account.execution', { order: finding.orderNumber, covered: finding.covered, shown: finding.shown })
    case 'headWrong':
      return found('bad', 'found.account.head', { sequence: finding.sequence })
    case 'notInLog':
      return found('bad', 'found.account.log', { sequence: finding.sequence })
    case 'unanswered':
    default:
      return found('open', 'found.unanswered')
  }
}
