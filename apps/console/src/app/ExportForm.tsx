import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { useAct } from './use-act.ts'
import { WhyFields, noReason, whyOf } from './WhyFields.tsx'
import { say } from './words.ts'

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}'

type Taken = Readonly<{ fileName: string; content: string; entries: number; isCut: 0 | 1 }>
type ExportFormProps = Readonly<{
  /** A sentence on what the file holds and leaves out. */
  how: string
  take: (why: ReturnType<typeof whyOf>) => Promise<Taken>
  onDone: () => void
}>

/** Saves the list on the screen as a file: masked, marked with who took it, and recorded in the audit log. */
export function ExportForm({ how, take, onDone }: ExportFormProps) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const carryOut = async (): Promise<void> => {
    const done = await act(
      async () => {
        const file = await take(whyOf(why))
        save(file.fileName, BYTE_ORDER_MARK + file.content)
        return file
      },
      ({ entries, isCut }) => say(isCut === 1 ? 'export.part' : 'export.whole', { entries }),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{how}</p>
      <WhyFields value={why} onChange={setWhy} />
      <div>
        <Button busy={busy} disabled={why.reason === null} onPress={() => void carryOut()}>
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
