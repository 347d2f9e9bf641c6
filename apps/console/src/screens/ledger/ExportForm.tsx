import { ledger } from '@rueda/contract/admin/ledger.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { type LedgerAsk, inputOf } from './use-ledger-ask.ts'

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}'

/** What is on the screen as a file: masked, marked with who took it, and in the audit log. */
export function ExportForm({ ask, onDone }: Readonly<{ ask: LedgerAsk; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const take = async (): Promise<void> => {
    const done = await act(
      async () => {
        const of = ask.accountId === null ? {} : { accountId: ask.accountId }
        const file = await call(ledger.export, { ...inputOf(ask), ...of, ...whyOf(why) })
        save(file.fileName, BYTE_ORDER_MARK + file.content)
        return file
      },
      ({ entries, isCut }) => say(isCut === 1 ? 'ledger.exportedPart' : 'ledger.exported', { entries }),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{say('ledger.exportHow')}</p>
      <WhyFields value={why} onChange={setWhy} />
      <div>
        <Button busy={busy} disabled={why.reason === null} onPress={() => void take()}>
          {say('ledger.export')}
        </Button>
      </div>
    </>
  )
}

function save(fileName: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
